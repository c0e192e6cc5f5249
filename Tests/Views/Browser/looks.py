# SPDX-License-Identifier: Apache-2.0
"""Pages as people have set their systems: dark, in colors that the system chooses, without motion; and by keys alone."""

# How the element with the focus and what is around it look, with and without the focus. Where the system chooses the
# colors, only lines count: shadows and backgrounds are gone there.
FOCUS = r"""(() => {
  const el = document.activeElement, forced = matchMedia("(forced-colors: active)").matches;
  const around = [];
  for (let at = el; at && at !== document.body && around.length < 6; at = at.parentElement) around.push(at);
  const look = () => around.map(at => {
    const s = getComputedStyle(at), outline = s.outlineStyle === "none" ? "" : s.outlineWidth + s.outlineColor;
    return [outline, s.borderTopWidth + s.borderTopStyle, forced ? "" : s.boxShadow, forced ? "" : s.backgroundColor].join("|");
  }).join("\n");
  const own = look();
  el.blur();
  const other = look();
  el.focus({ preventScroll: true, focusVisible: true });
  return own !== other;
})()"""

# What has no edge where the system chooses the colors, though only an edge shows that it is there.
EDGES = r"""(() => {
  const color = name => { const el = document.createElement("p"); el.style.cssText = `color: ${name}; forced-color-adjust: none`; document.body.append(el); const found = getComputedStyle(el).color; el.remove(); return found; };
  const canvas = color("Canvas"), found = [];
  const shown = el => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && el.getClientRects().length;
  const say = el => found.push(el.outerHTML.slice(0, 140));
  for (const el of document.querySelectorAll("dialog[open], :popover-open:not(.s-notice), .s-menu[open] > .s-menu-items, .s-button-bordered, .s-button-prominent, .st-button, textarea, select, input:not([type=range], [type=hidden], [type=file], [type=color])")) {
    if (!shown(el) || el.closest(".st-filter")) continue;
    const s = getComputedStyle(el);
    if (s.borderBottomStyle === "none" || parseFloat(s.borderBottomWidth) < 1 || s.borderBottomColor === canvas) say(el);
  }
  for (const el of document.querySelectorAll(".s-divider, .s-divider-v")) if (shown(el) && getComputedStyle(el).backgroundColor === canvas) say(el);
  return found;
})()"""

# What moves though somebody has asked that nothing does: longer than a picture takes, and not what turns for ever.
MOVES = r"""[...document.getAnimations()].map(a => [a.effect && a.effect.getTiming(), a.animationName || a.transitionProperty || "script"])
  .filter(([timing]) => timing && timing.iterations !== Infinity && timing.duration > 1).map(([timing, name]) => `${name} ${timing.duration}`)"""

# Notes how the page is scrolled by its script.
SCROLLS = """window.scrolls = []; for (const name of ["scrollTo", "scrollIntoView"]) Element.prototype[name] = (old => function (...a) {
  window.scrolls.push(a[0] && a[0].behavior || "auto"); return old.apply(this, a); })(Element.prototype[name])"""


def media(page, dark=False, **features):
    """What the page takes the system for: media(page, forced_colors="active")."""
    all_of_them = {"prefers-color-scheme": "dark" if dark else "light", **{name.replace("_", "-"): value for name, value in features.items()}}
    page.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in all_of_them.items()])
    for name, value in all_of_them.items():
        assert page.run(f"matchMedia('({name}: {value})').matches"), f"the browser does not emulate {name}: {value}"


def has_focus(page, condition="true"):
    """Whether what has the focus, which is not the page as a whole, meets a condition on `e`."""
    return page.run(f"(e => !!e && e !== document.body && ({condition}))(document.activeElement)")


def walk(page, condition, key="Tab", modifiers=0, most=80):
    """Presses a key until what has the focus meets a condition. Only between the last stop and the first one, where the
    browser's own controls come, nothing of the page has the focus."""
    was_lost = False
    for _ in range(most):
        if has_focus(page, condition):
            return
        page.key(key, modifiers=modifiers)
        is_lost = not has_focus(page)
        assert not (is_lost and was_lost), "the focus is lost"
        was_lost = is_lost
    raise AssertionError("no key leads to " + condition + ": " + page.run("document.activeElement.outerHTML.slice(0, 300)"))


def stops(page, most=60):
    """Yields after each stop of the Tab key, once around; the focus is at the stop."""
    seen = []
    for _ in range(most):
        page.key("Tab")
        if not has_focus(page):
            if seen:
                return
            continue
        mark = page.run("(e => e._stop ??= (window.stops = (window.stops || 0) + 1))(document.activeElement)")
        # A field for a date is several stops.
        if seen and mark == seen[-1]:
            continue
        if mark in seen:
            return
        seen.append(mark)
        yield page.run("document.activeElement.outerHTML.slice(0, 160)")


def check_focus(page, what):
    """Fails with the stops at which nobody sees where the focus is."""
    found, count = [], 0
    for stop in stops(page):
        count += 1
        if not page.run(FOCUS):
            found.append(stop)
    assert count, f"{what}: there is no stop of the Tab key"
    assert not found, f"{what}, no focus is seen:\n  " + "\n  ".join(found)


def check_edges(page, what):
    found = page.run(EDGES)
    assert not found, f"{what}, no edge is seen:\n  " + "\n  ".join(found)


def check_rest(page, what):
    found = page.run(MOVES)
    assert not found, f"{what} moves: {found}"
