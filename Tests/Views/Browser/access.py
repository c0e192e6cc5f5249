# SPDX-License-Identifier: Apache-2.0
"""What people need who cannot see, or not use a mouse: the rules of axe-core that pages of views could break, by the names that it has for them.

With AXE, the path of axe.min.js, axe-core itself looks at the page as well; Scripts/prepare-browser installs it.
"""
import os

# Returns what breaks a rule, as "rule: element".
CHECK = r"""(() => {
  const found = [], doc = document;
  const say = (rule, el, more = "") => found.push(`${rule}: ${el.outerHTML.slice(0, 140)} ${more}`);
  const isHidden = el => !!el.closest("[aria-hidden=true], [inert], [hidden]") || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  // What is not modal is out of reach while a dialog is open.
  const scope = [...doc.querySelectorAll("dialog[open]")].pop() || doc.body;
  const every = selector => [...scope.querySelectorAll(selector)].filter(el => !isHidden(el));
  const text = el => {
    if (el.getAttribute("aria-hidden") === "true") return "";
    if (el.getAttribute("aria-label")) return el.getAttribute("aria-label");
    if (el.tagName === "IMG") return el.alt;
    return [...el.childNodes].map(n => n.nodeType === 3 ? n.data : n.nodeType === 1 ? text(n) : "").join(" ").trim();
  };
  const name = el => el.getAttribute("aria-label") || (el.labels && [...el.labels].map(text).join(" ").trim()) || (/^(INPUT|SELECT|TEXTAREA|DIALOG|PROGRESS)$/.test(el.tagName) ? "" : text(el)) || el.title;
  for (const el of every("button, a[href], summary, [role=button], [role=link], [role=tab], [role=menuitem]")) if (!name(el)) say("button-name", el);
  for (const el of every("input, select, textarea")) if (!name(el)) say("label", el);
  for (const el of [...doc.querySelectorAll("dialog[open]"), ...every("[role=dialog], [role=alertdialog]")]) if (!name(el)) say("aria-dialog-name", el);
  for (const el of every("progress, [role=progressbar]")) if (!name(el)) say("aria-progressbar-name", el);
  for (const el of every("[role=img], img")) if (!name(el) && el.alt !== "") say("role-img-alt", el);
  // A name belongs to what has a role.
  for (const el of every("span[aria-label], div[aria-label], p[aria-label]")) if (!el.hasAttribute("role")) say("aria-prohibited-attr", el);
  for (const el of every("[aria-selected]")) if (!/^(gridcell|option|row|tab)$/.test(el.getAttribute("role") || "") && el.tagName !== "TR") say("aria-allowed-attr", el);
  for (const el of every("[aria-valuetext]")) if (!/^(range)$/.test(el.type || "") && !el.matches("progress, [role=progressbar], [role=slider]")) say("aria-allowed-attr", el);
  const children = { list: "listitem", menu: "menuitem|group|separator", tablist: "tab", grid: "row|rowgroup", row: "gridcell|columnheader|rowheader", radiogroup: "radio" };
  const within = (el, owned) => [...el.children].every(child => isHidden(child) || new RegExp(`^(${owned})$`).test(child.getAttribute("role") || "") ||
    !child.hasAttribute("role") && !/^(BUTTON|A|INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(child.tagName) && within(child, owned));
  for (const [role, owned] of Object.entries(children)) for (const el of every(`[role=${role}]`)) if (!within(el, owned)) say("aria-required-children", el);
  const parents = { listitem: "list", tab: "tablist", menuitem: "menu", gridcell: "row", radio: "radiogroup" };
  for (const [role, owner] of Object.entries(parents)) for (const el of every(`[role=${role}]`)) if (!el.closest(`[role=${owner}]`)) say("aria-required-parent", el);
  for (const el of every("button button, a button, button a, button input, [role=option] button")) say("nested-interactive", el);
  if (scope === doc.body) {
    if (every("main").length !== 1) say("landmark-one-main", doc.body);
    for (const el of every("p, span, button, input")) if (!el.closest("main, nav, dialog, [popover], noscript")) say("region", el);
  }
  if (!doc.title.trim()) say("document-title", doc.documentElement);
  if (!doc.documentElement.lang) say("html-has-lang", doc.documentElement);
  const ids = [...doc.querySelectorAll("[id]")].map(el => el.id);
  if (new Set(ids).size !== ids.length) say("duplicate-id", doc.body);

  // Contrast: of each text with what is behind it.
  const canvas = doc.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const color = value => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = "rgba(0,0,0,0)"; canvas.fillStyle = value; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const light = ([r, g, b]) => { const f = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const behind = el => {
    const layers = [];
    for (let at = el; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      // Pictures and gradients are for people to judge.
      if (style.backgroundImage !== "none" && !/^(SELECT|INPUT)$/.test(at.tagName)) return null;
      const own = color(style.backgroundColor);
      layers.push(own);
      if (own[3] === 1) break;
      if (at.matches(".s-row") && at.querySelector(":scope > .s-row-background")) return null;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), isDark ? [0, 0, 0, 1] : [255, 255, 255, 1]);
  };
  for (const el of every("*")) {
    const own = [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || el.closest(":disabled, [aria-disabled=true], option, svg") || el.tagName === "NOSCRIPT") continue;
    const style = getComputedStyle(el), size = parseFloat(style.fontSize), back = behind(el);
    if (!back || [...function* (at) { for (; at; at = at.parentElement) yield at; }(el)].some(at => +getComputedStyle(at).opacity < 1)) continue;
    const fore = over(color(style.color), back), [a, b] = [light(fore), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05), needed = size >= 24 || size >= 18.66 && +style.fontWeight >= 700 ? 3 : 4.5;
    if (ratio < needed - 0.01) say("color-contrast", el, `${ratio.toFixed(2)} of ${style.color} on ${back.map(Math.round)}`);
  }
  return found;
})()"""


# What axe-core itself finds, without what it calls best practices: those that matter here are above.
AXE = """axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
  .then(result => result.violations.flatMap(rule => rule.nodes.map(node =>
    `axe ${rule.id}: ${node.html.slice(0, 140)} ${node.any.concat(node.all, node.none).map(check => check.message).join("; ").slice(0, 200)}`)))"""

_axe = None


def axe(page):
    """What axe-core finds on the page as it is; nothing if there is no axe-core."""
    global _axe
    if _axe is None:
        path = os.environ.get("AXE")
        _axe = open(path, encoding="utf-8").read() if path else ""
    if not _axe:
        return []
    if not page.run("'axe' in window"):
        page.run(_axe + "; 0")
    return page.run(AXE)


def check(page, what):
    """Fails with what breaks a rule on the page as it is."""
    found = page.run(CHECK) + axe(page)
    assert not found, f"{what}:\n  " + "\n  ".join(found)
