// A classic script in the head: it sets the theme and the card colors before the first paint.
(() => {
  const root = document.documentElement;
  /** @param {string} name */
  const stored = (name) => {
    try {
      return localStorage.getItem(`houseway.${name}`);
    } catch {
      return null;
    }
  };
  // A chosen theme applies to every page. Until then tables are dark, and other pages follow the system.
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = stored("theme") || root.dataset.theme || system;
  root.dataset.suits = stored("suits") || "two";
  root.dataset.felt = stored("felt") || "green";
  root.dataset.pace = stored("pace") || "normal";
  root.dataset.phrases = stored("phrases") || "on";
  root.dataset.sound = stored("sound") || "off";
  root.dataset.motion = stored("motion") || "system";
})();
