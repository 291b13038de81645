# Everything runs in .venv, which these targets make by themselves.
VENV   := .venv
PYTHON := $(VENV)/bin/python
JOBS   ?= 4
# Every package is checked against the hashes of a lock; the package itself is then built by what the lock installed.
INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check
HASHED  := $(INSTALL) --require-hashes -r
ITSELF  := $(INSTALL) --no-deps --no-build-isolation -e .
# Where Python may keep no bytecode, each of the hundreds of processes that tests start would compile all sources.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: serve setup test quick test-all proof firefox lint style types docs transcripts freeze frozen clauses lock clean

serve: $(VENV)/.runtime
	$(VENV)/bin/houseway serve

# Everything that developing needs, without running anything.
setup: $(VENV)/.test

# The quick tier: every title, page and command, in a few minutes. Types are checked at the same time.
test: $(VENV)/.test
	$(MAKE) --no-print-directory -j 2 style types quick

quick: $(VENV)/.test
	$(PYTHON) tools/check_pages.py test
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal --durations 10 --durations-min 5

# Everything that takes longer too. With QUICK=passed, only what `make test` left out.
test-all: $(VENV)/.test $(if $(filter passed,$(QUICK)),,test)
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal --durations 20 --durations-min 10 -m "slow and not proof"

# Proofs that take minutes each.
proof: $(VENV)/.test
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal -m proof

# The pages in Debian's Firefox; skipped, with the reason, where it is not installed.
firefox: $(VENV)/.test
	$(PYTHON) -m pytest -rs -m proof tests/pages/test_firefox.py

lint: style types

# With BASE=main the words on the lines added since then are checked too.
style: $(VENV)/.test
	$(VENV)/bin/ruff check src tests tools
	$(VENV)/bin/ruff format --check src tests tools
	$(PYTHON) tools/clause_table.py --check
	$(PYTHON) tools/limits_table.py --check
	$(PYTHON) tools/check_letters.py
	$(VENV)/bin/lint-imports --no-cache
	$(if $(BASE),$(PYTHON) tools/lint_words.py $(BASE))

types: $(VENV)/.test
	$(VENV)/bin/mypy
	$(PYTHON) tools/check_pages.py lint

$(PYTHON):
	python3 -m venv $(VENV)

$(VENV)/.runtime: $(PYTHON) pyproject.toml requirements-serve.lock
	@echo "installing into $(VENV): about a minute"
	$(HASHED) requirements-serve.lock
	$(ITSELF)
	touch $@

$(VENV)/.test: $(PYTHON) pyproject.toml requirements.lock
	@echo "installing into $(VENV), with all that tests need: one or two minutes"
	$(HASHED) requirements.lock
	$(ITSELF)
	touch $@

# Whole rounds as text, compared by the tests: write them anew after a change of procedure.
transcripts: $(VENV)/.test
	PYTHONPATH=tests $(PYTHON) -m support.golden

# Everything that must not change by accident, compared with tests/frozen.json: some minutes on two cores.
frozen: $(VENV)/.test
	$(PYTHON) tools/freeze.py

# Accept wanted changes by name, in the commit that makes them: make freeze ONLY="words/cli/* analyze/pick-2-poker/*".
freeze: $(VENV)/.test
	$(PYTHON) tools/freeze.py $(if $(ALL),--accept-all,$(if $(ONLY),--accept "$(ONLY)",--write))

# docs/clauses.md: where each clause is carried out, and which tests name it.
clauses: $(VENV)/.test
	$(PYTHON) tools/clause_table.py

# The documentation site, into build/docs: a warning or a broken link fails.
docs: $(VENV)/.docs
	$(PYTHON) tools/build_docs.py

$(VENV)/.docs: $(PYTHON) pyproject.toml requirements.lock
	$(HASHED) requirements.lock
	$(ITSELF)
	touch $@

# Writes the versions now installed, with the hashes of every file of each release; no index address goes into a lock.
lock: $(VENV)/.test
	$(PYTHON) tools/lock.py

clean:
	rm -rf $(VENV) node_modules build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
