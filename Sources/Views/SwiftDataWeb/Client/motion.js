// SPDX-License-Identifier: Apache-2.0

// Animations that views ask for: what a message changes moves from where it was, what is new appears, and what is gone
// disappears. The host names the timing in the first operation of the message. See README.md beside this file.
(() => {
  "use strict";
  const { all, box, get, hooks } = window.live;
  delete window.live;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  // What a style can change little by little.
  const names = ["opacity", "transform", "translate", "backgroundColor", "color", "borderRadius", "filter", "width", "height", "padding",
    "left", "bottom", "strokeDashoffset", "strokeDasharray", "stroke", "fill", "boxShadow"];
  // More than this moves at once.
  const most = 400;
  let timing = null;

  hooks.scroll = (id, block) => {
    const el = get(id);
    if (el) el.scrollIntoView({ block: block || "nearest", behavior: still.matches ? "instant" : "smooth" });
  };

  // From what a view appears, or to what it disappears.
  function frame(el, isGoing) {
    const said = (el.dataset && el.dataset.transition || "opacity").split("|"), result = {}, moves = [];
    const forward = getComputedStyle(el).direction === "rtl" ? -1 : 1;
    for (const word of said[isGoing && said.length > 1 ? 1 : 0].split(" ")) {
      const [name, a, b] = word.split(":");
      if (name === "opacity") result.opacity = 0;
      if (name === "scale") moves.push(`scale(${+a || 0.001})`);
      if (name === "offset") moves.push(`translate(${+a || 0}px, ${+b || 0}px)`);
      if (name === "blur") { result.filter = "blur(8px)"; result.opacity = 0; }
      if (name === "move") moves.push("translate(" + ({ leading: -100 * forward + "%, 0", trailing: 100 * forward + "%, 0", top: "0, -100%", bottom: "0, 100%" }[a] || "0, 0") + ")");
    }
    if (moves.length) result.transform = moves.join(" ");
    return result;
  }

  const once = () => ({ ...timing, iterations: 1, direction: "normal" });
  const isShown = el => el.isConnected && el.animate;

  hooks.before = operations => {
    const [kind, name, said] = operations[0] || [];
    if (kind !== "c" || name !== "animate" || still.matches || document.hidden) return;
    const [duration, easing, delay, iterations, isAlternating] = said;
    timing = { duration, easing, delay, iterations: iterations || Infinity, direction: isAlternating ? "alternate" : "normal", fill: "backwards" };
    const places = new Map(), looks = new Map(), made = [];
    const look = el => { const style = getComputedStyle(el); return Object.fromEntries(names.map(name => [name, style[name]])); };
    // All that lies beside what changes, or beside what is around it.
    const note = el => {
      for (let at = el; at && at !== document.body && places.size < most; at = at.parentElement) {
        for (const each of at.children) if (places.size < most && !places.has(each)) places.set(each, box(each));
        if (!places.has(at)) places.set(at, box(at));
      }
    };
    for (const [kind, a, b, c] of operations) {
      const el = kind !== "c" && get(a);
      if (kind === "i") made.push(c[1]);
      if (!el) continue;
      note(kind === "i" ? el : kind === "m" ? get(b) : el.parentElement);
      if (kind === "a") looks.set(el, look(el));
    }
    return () => {
      const moves = new Map();
      for (const [el, old] of places) {
        if (!isShown(el)) continue;
        const now = box(el);
        moves.set(el, [old.left - now.left, old.top - now.top]);
      }
      for (const [el, [x, y]] of moves) {
        let at = el.parentElement;
        while (at && !moves.has(at)) at = at.parentElement;
        // What is around it moves with it.
        const [dx, dy] = at ? moves.get(at) : [0, 0];
        if (Math.abs(x - dx) + Math.abs(y - dy) < 1 || !box(el).width) continue;
        el.animate({ transform: [`translate(${x - dx}px, ${y - dy}px)`, "none"] }, { ...once(), composite: "add" });
      }
      for (const [el, old] of looks) {
        if (!isShown(el)) continue;
        const now = look(el), from = {}, to = {};
        for (const name of names) if (old[name] !== now[name]) { from[name] = old[name]; to[name] = now[name]; }
        if (Object.keys(from).length) el.animate([from, to], timing);
      }
      for (const id of made) {
        const el = get(id);
        if (el && isShown(el)) el.animate([frame(el), {}], once());
      }
      timing = null;
    };
  };

  // What goes stays in sight for as long as it takes, without being there for anyone.
  hooks.remove = el => {
    const at = timing && el.parentElement && box(el), around = at && el.offsetParent;
    if (!around || !at.width || !at.height || /^(DIALOG|TR|TD|OPTION)$/.test(el.tagName)) return el.remove();
    const out = frame(el, true), origin = box(around);
    for (const each of [el, ...all("[id]", el)]) {
      each.removeAttribute("id");
      each.removeAttribute("data-e");
      each.removeAttribute("data-identifier");
    }
    el.inert = true;
    el.setAttribute("aria-hidden", "true");
    Object.assign(el.style, {
      position: "absolute", margin: 0, pointerEvents: "none", width: at.width + "px", height: at.height + "px",
      left: at.left - origin.left - around.clientLeft + around.scrollLeft + "px", top: at.top - origin.top - around.clientTop + around.scrollTop + "px",
    });
    const end = () => el.remove();
    el.animate([{}, out], { ...once(), fill: "both" }).finished.then(end, end);
  };
})();
