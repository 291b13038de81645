// @ts-nocheck
/** Tabs of the side column: arrow keys move between them. */
export function prepareTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const select = (tab) => {
    for (const each of tabs) {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = each !== tab;
    }
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(place + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  });
}
