# Everything runs in .venv, which these targets make by themselves.
VENV   := .venv
PYTHON := $(VENV)/bin/python
JOBS   ?= 2

.PHONY: serve test lint lock clean

serve: $(VENV)/.runtime
	$(VENV)/bin/houseway games

test: $(VENV)/.test lint
	$(PYTHON) -m pytest -n $(JOBS)

lint: $(VENV)/.test
	$(VENV)/bin/ruff check src tests
	$(VENV)/bin/ruff format --check src tests
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache

$(PYTHON):
	python3 -m venv $(VENV)

$(VENV)/.runtime: $(PYTHON) pyproject.toml requirements.lock
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	touch $@

$(VENV)/.test: $(PYTHON) pyproject.toml requirements.lock
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -c requirements.lock -e ".[test]"
	touch $@

# Writes the versions now installed; no index address goes into the lock.
lock: $(VENV)/.test
	$(PYTHON) -m pip freeze --exclude-editable > requirements.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
