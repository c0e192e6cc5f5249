// SPDX-License-Identifier: Apache-2.0

// What a pointer does besides clicking, and what goes to other programs and comes from them: drags, copying, pasting, dropping.
// Text that does not fit, too. See README.md beside this file.
(() => {
  "use strict";
  const { all, after, box, get, handled, hooks, isField, listen, listens, near, notice, on, page, send, stop, tell } = window.live;

  // What is held long enough is no click when it is let go.
  let press = 0, held = false;
  hooks.wasHeld = () => {
    const was = held;
    held = false;
    return was;
  };
  on("pointerdown", e => {
    clearTimeout(press);
    held = false;
    const el = e.button ? null : near(e, "longPress"), { clientX: x, clientY: y } = e;
    if (!el) return;
    const over = new AbortController();
    const end = () => { clearTimeout(press); over.abort(); };
    press = setTimeout(() => { over.abort(); held = true; if (el.isConnected) send(el, "longPress"); }, +el.dataset.press || 500);
    listen("pointermove", e => { if (Math.hypot(e.clientX - x, e.clientY - y) > 10) end(); }, over);
    listen("pointerup pointercancel", end, over);
  });

  // Drags that views follow: told at most thirty times a second, and not before the host has handled what was told last.

  on("pointerdown", e => {
    const from = !e.button && !e.defaultPrevented && !e.target.closest("input,textarea,select") && near(e, "drag");
    if (!from) return;
    const { left, top } = box(from), { clientX: x0, clientY: y0, pointerId } = e, over = new AbortController(), trail = [];
    let begun = false, waits = false, sent = 0, next = 0, timer = 0;
    const report = phase => {
      clearTimeout(timer);
      waits = false;
      const el = get(from.id), [[t0, xa, ya]] = trail, [t, x, y] = trail[trail.length - 1], time = (t - t0) / 1000;
      const speed = time > 0.01 && performance.now() - t < 100 ? [(x - xa) / time, (y - ya) / time] : [0, 0];
      if (el && listens(el, "drag")) sent = send(el, "drag", [phase, +held, x0 - left, y0 - top, x - left, y - top, ...speed, left, top].map(each => +each >= -1e7 ? Math.round(each * 100) / 100 : each).join(" "));
      next = performance.now() + 33;
    };
    // What moves meanwhile waits: only the last place counts.
    const offer = () => {
      waits = true;
      clearTimeout(timer);
      const rest = next - performance.now();
      if (rest > 0) timer = setTimeout(offer, rest); else if (handled() >= sent) report("move"); else timer = setTimeout(offer, 8);
    };
    const end = phase => {
      over.abort();
      if (!begun) return;
      if (waits && phase === "end") report("move");
      report(phase);
      // What was dragged was not clicked.
      const none = e => { stop(e); e.stopImmediatePropagation(); }, once = { capture: true, once: true };
      addEventListener("click", none, once);
      setTimeout(() => removeEventListener("click", none, once));
    };
    listen("pointermove", e => {
      if (e.pointerId !== pointerId) return;
      trail.push([performance.now(), e.clientX, e.clientY]);
      while (trail.length > 2 && trail[trail.length - 1][0] - trail[0][0] > 100) trail.shift();
      if (!begun && Math.hypot(e.clientX - x0, e.clientY - y0) < +from.dataset.drag) return;
      if (!begun) getSelection().removeAllRanges();
      begun = true;
      offer();
    }, over);
    listen("pointerup", e => { if (e.pointerId === pointerId) end("end"); }, over);
    listen("pointercancel", e => { if (e.pointerId === pointerId) end("cancel"); }, over);
    listen("dragstart", stop, over);
    if (+from.dataset.drag === 0) { trail.push([performance.now(), x0, y0]); begun = true; offer(); }
  });

  // Text that is too long for its lines: smaller, as far as it may be, then cut where the view says.

  const isFull = el => el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1;
  // The largest number of steps, from 0, at which something holds.
  const most = (steps, holds) => {
    let low = 0;
    while (low < steps) { const half = (low + steps + 1) >> 1; if (holds(half)) low = half; else steps = half - 1; }
    return low;
  };

  function fit(el) {
    const least = el.closest("[data-shrink]"), cut = el.closest("[data-cut]");
    if (el.textContent !== el._cut) el._whole = el.textContent;
    const whole = [...el._whole], set = text => { if (el.textContent !== text) el.textContent = text; };
    set(el._whole);
    el.style.zoom = "";
    const from = least && +least.dataset.shrink, zoom = step => { el.style.zoom = step < 20 ? from + (1 - from) * step / 20 : ""; };
    if (least && isFull(el)) zoom(most(20, step => { zoom(step); return !isFull(el); }));
    if (cut && isFull(el)) {
      const part = kept => {
        const start = cut.dataset.cut === "middle" ? Math.ceil(kept / 2) : 0;
        set(whole.slice(0, start).join("") + "…" + whole.slice(whole.length - (kept - start)).join(""));
      };
      part(most(whole.length - 1, kept => { part(kept); return !isFull(el); }));
      el.title = el._whole;
      el._titled = true;
    } else if (el._titled) { el.removeAttribute("title"); el._titled = false; }
    el._cut = el.textContent;
    el._width = el.parentNode.clientWidth;
  }

  const widths = new ResizeObserver(list => {
    for (const { target } of list) for (const el of [target, ...target.children]) {
      if (el._fitted && el.isConnected && el.parentNode.clientWidth !== el._width) fit(el);
    }
  });
  after.push(() => {
    for (const around of all("[data-cut],[data-shrink]")) for (const el of [around, ...all(".s-text", around)]) {
      if (el.childElementCount || !el.matches(".s-line-limit, .s-line-limit *")) continue;
      if (el.textContent !== el._cut) fit(el);
      if (!el._fitted) { el._fitted = true; widths.observe(el); widths.observe(el.parentNode); }
    }
  });

  // Several views of which the first one that has room is shown, the last one if none has.

  const show = (el, chosen) => { for (const part of el.children) part.toggleAttribute("hidden", part !== chosen); };
  function choose(el) {
    // What is on its way out does not count.
    const axes = el.dataset.fits, parts = [...el.children].filter(part => !part.inert);
    el.dataset.fitted = "";
    el.dataset.measures = axes;
    const chosen = parts.find((part, i) => {
      if (i === parts.length - 1) return true;
      show(el, part);
      const room = box(el), own = box(part);
      return (!axes.includes("x") || own.width <= room.width + 0.5) && (!axes.includes("y") || own.height <= room.height + 0.5);
    });
    delete el.dataset.measures;
    show(el, chosen);
    el._room = box(el.parentNode).width + " " + box(el.parentNode).height;
  }
  const rooms = new ResizeObserver(list => {
    for (const { target } of list) for (const el of target.children) {
      if (el.matches(".s-fitting") && el._room !== box(target).width + " " + box(target).height) choose(el);
    }
  });
  const chooseAll = () => {
    // From the outside in: what lies around others says how much room they have.
    for (const el of all(".s-fitting")) {
      choose(el);
      if (el._watched !== el.parentNode) { el._watched = el.parentNode; rooms.observe(el.parentNode); }
    }
  };
  after.push(chooseAll);
  listen("resize", chooseAll);

  // Views that a layout of the app's places: the host is told how large they are, and says where they are then.

  function measure(el) {
    const cells = [...el.firstElementChild.children], parts = cells.map(cell => cell.firstElementChild);
    if (cells.length > 500) return;
    const asked = (el.dataset.widths || "").split(";").map(widths => widths ? widths.split(",") : []), styles = cells.map(cell => cell.style.cssText);
    const up = length => Math.ceil(length * 100) / 100;
    const sizes = width => {
      cells.forEach((cell, i) => { cell.style.width = width(i); });
      return cells.map(cell => sizeOf(cell).map(up));
    };
    el.dataset.measures = "";
    const ideal = sizes(() => "max-content"), least = sizes(() => "min-content"), heights = cells.map(() => "");
    for (let k = 0; asked.some(widths => widths.length > k); k += 1) {
      sizes(i => (asked[i] || [])[k] + "px").forEach(([, height], i) => { if ((asked[i] || [])[k]) heights[i] += ` ${asked[i][k]}:${height}`; });
    }
    cells.forEach((cell, i) => { cell.style.cssText = styles[i]; });
    delete el.dataset.measures;
    // What scrolls has no end, unless a frame within says where it is.
    const around = el.classList.contains("s-grow-y") && el.closest(".s-fixed-y,.s-scroll,.s-list");
    const isEndless = around === false || around && !around.matches(".s-fixed-y");
    const text = page() + [up(el.clientWidth) + " " + (isEndless ? 0 : up(el.clientHeight)),
      ...parts.map((part, i) => `${part.id} ${least[i][0]} ${ideal[i].join(" ")}${heights[i]}`)].join(";");
    if (el._measured !== text && tell(el, "measure", text.slice(page().length))) el._measured = text;
    for (const each of [el, ...parts]) if (!each._measures) { each._measures = true; measuredSizes.observe(each); }
  }
  const measureAll = () => { for (const el of all('[data-e~="measure"]')) if (el.firstElementChild) measure(el); };
  const measuredSizes = new ResizeObserver(measureAll);
  after.push(measureAll);

  // Guides that views have set: where they lie in a stack, a frame or a layer is known only when their sizes are. What is
  // aligned by one lies at the beginning, and is moved from there; the stack is as large as what is moved needs.

  const layers = ".s-layer-behind,.s-layer-before";
  const guides = text => (text || "").split(";").filter(Boolean).map(part => { const [name, ...form] = part.split(" "); return [name, form.map(Number)]; });
  const isAcross = name => name[0] === "x";
  const isReversed = el => getComputedStyle(el).direction === "rtl";
  const sizeOf = el => { const { width, height } = getComputedStyle(el); return [parseFloat(width) || 0, parseFloat(height) || 0]; };

  // Where the first or the last line of text stands, from the upper edge; without text, the lower edge.
  function baseline(el, isLast) {
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), mark = document.createElement("i");
    let text = walker.nextNode();
    while (isLast && walker.nextNode()) text = walker.currentNode;
    if (!text) return sizeOf(el)[1];
    mark.style.display = "inline-block";
    text[isLast ? "after" : "before"](mark);
    const at = box(mark).bottom - box(el).top;
    mark.remove();
    return at;
  }

  function valueOf(el, [length, width, height, first, last]) {
    const [x, y] = sizeOf(el);
    return length + width * x + height * y + (first && first * baseline(el)) + (last && last * baseline(el, true));
  }

  // Where a guide is that the view has set; or views within it, on average.
  function said(el, name) {
    const own = guides(el.dataset.guide).find(guide => guide[0] === name);
    if (own) return valueOf(el, own[1]);
    if (!el.querySelector(`[data-guide*="${name} "]`)) return;
    const found = [], whole = box(el);
    for (const part of el.children) {
      const at = part.matches(layers) ? undefined : said(part, name);
      if (at === undefined) continue;
      const own = box(part);
      found.push(at + (!isAcross(name) ? own.top - whole.top : isReversed(el) ? whole.right - own.right : own.left - whole.left));
    }
    return found.length ? found.reduce((sum, at) => sum + at) / found.length : undefined;
  }

  // The styles that bring what lies in an element to its place.
  function aligned(el) {
    const parts = [...el.children], moves = parts.map(() => [0, 0]), styles = [];
    for (const [name, usual] of guides(el.dataset.align)) {
      const side = isAcross(name) ? 0 : 1, at = part => said(part, name) ?? valueOf(part, usual), places = parts.map(at);
      const isLayer = el.matches(layers), isRoom = isLayer || el.matches(".s-frame");
      const line = isLayer ? at([...el.parentNode.children].find(part => !part.matches(layers))) : isRoom ? valueOf(el, usual) : Math.max(...places);
      parts.forEach((part, i) => { moves[i][side] = line - places[i]; });
      if (isRoom || !parts.length) continue;
      const lengths = parts.map(part => sizeOf(part)[side]);
      const more = Math.max(...lengths.map((length, i) => length + moves[i][side])) - Math.max(...lengths);
      if (more > 0) styles.push([el, side ? "paddingBlockEnd" : "paddingInlineEnd", more + "px"]);
    }
    const forward = isReversed(el) ? -1 : 1;
    parts.forEach((part, i) => { if (moves[i].some(Boolean)) styles.push([part, "translate", `${moves[i][0] * forward}px ${moves[i][1]}px`]); });
    return styles;
  }

  let styled = [];
  function align() {
    const levels = [];
    for (const el of all("[data-align]")) {
      let depth = 0;
      for (let at = el.parentElement; at; at = at.parentElement) if (at.dataset.align) depth += 1;
      (levels[depth] = levels[depth] || []).push(el);
    }
    for (const [el, name] of styled) el.style[name] = "";
    styled = [];
    // From the inside out: what lies around others goes by their sizes.
    for (const level of levels.reverse()) {
      const styles = level.flatMap(aligned);
      for (const [el, name, value] of styles) el.style[name] = value;
      styled.push(...styles);
    }
    for (const el of all("[data-align],[data-align]>*,[data-guide]")) if (!el._aligned) { el._aligned = true; alignedSizes.observe(el); }
  }
  const alignedSizes = new ResizeObserver(align);
  after.push(() => { if (styled.length || document.querySelector("[data-align]")) align(); });

  // Where the focus is, for those around it.

  let around = [];
  const moved = to => {
    const now = [];
    for (let at = to; at && at.parentElement; at = at.parentElement) if (listens(at, "focusWithin")) now.push(at);
    for (const el of around) if (!now.includes(el) && el.isConnected) send(el, "focusWithin", false);
    for (const el of now) if (!around.includes(el)) send(el, "focusWithin", true);
    around = now;
  };
  on("focusin", e => moved(e.target));
  on("focusout", e => { if (!e.relatedTarget && document.hasFocus()) moved(null); });

  // The clipboard.

  const isEditing = e => isField(e.target) || !getSelection().isCollapsed;
  for (const kind of ["copy", "cut"]) on(kind, e => {
    const el = !isEditing(e) && near(e, kind);
    if (el) { stop(e); send(el, kind); }
  });
  on("paste", e => {
    const el = !isField(e.target) && near(e, "paste"), text = el && e.clipboardData.getData("text/plain");
    if (text) { stop(e); send(el, "paste", text); }
  });
  on("click", e => {
    const el = e.target.closest && e.target.closest("[data-paste]");
    if (!el || el.disabled) return;
    const read = navigator.clipboard && navigator.clipboard.readText;
    if (!read) return notice("The browser does not let this page read the clipboard.");
    navigator.clipboard.readText().then(text => { if (text && el.isConnected) send(el, "paste", text); },
      () => notice("The browser does not let this page read the clipboard."));
  });

  hooks.copy = text => {
    const field = () => {
      const el = document.createElement("textarea"), focus = document.activeElement;
      el.value = text;
      el.className = "s-hidden-field";
      (all("dialog[open]").pop() || document.body).append(el);
      el.select();
      const isDone = document.execCommand("copy");
      el.remove();
      if (focus) focus.focus({ preventScroll: true });
      if (!isDone) notice("The browser does not let this page copy.");
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(field); else field();
  };
  hooks.share = text => {
    const copy = () => { hooks.copy(text); notice("Copied: " + text.slice(0, 200)); };
    if (!navigator.share) return copy();
    navigator.share(/^https?:\S+$/.test(text) ? { url: text } : { text }).catch(error => { if (error.name !== "AbortError") copy(); });
  };
  // A file of the host's making.
  hooks.save = (name, data) => {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0)), link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };

  // What is dragged from one view to another.

  let dragged = null, target = null;
  const over = el => {
    if (el === target) return;
    if (target && target.isConnected) send(target, "drop", "out");
    if ((target = el)) send(el, "drop", "over");
  };
  on("dragstart", e => {
    dragged = e.target.closest && e.target.closest("[draggable=true]");
    if (dragged) e.dataTransfer.setData("text/plain", dragged.innerText);
  });
  on("dragover", e => {
    const el = near(e, "drop");
    over(el);
    if (el) { stop(e); e.dataTransfer.dropEffect = dragged ? "move" : "copy"; }
  });
  on("dragleave", e => { if (!e.relatedTarget) over(null); });
  on("dragend", () => { dragged = null; over(null); });
  on("drop", e => {
    const el = near(e, "drop"), text = e.dataTransfer.getData("text/plain");
    if (!el) return;
    stop(e);
    target = null;
    const spot = Math.round(e.clientX - box(el).left) + " " + Math.round(e.clientY - box(el).top);
    if (dragged) send(el, "drop", spot + " " + dragged.id); else send(el, "drop", text ? spot + "\n" + text : "out");
    dragged = null;
  });

  // Where elements are, in the outermost one around them that is asked: what scrolls with them makes no difference.

  const framed = '[data-e~="frame"]', reframed = new ResizeObserver(() => tellFrames());
  let framing = 0;

  function tellFrames() {
    framing = framing || requestAnimationFrame(() => {
      framing = 0;
      const els = all(framed);
      // On its way, an element is in no place.
      const running = els.length ? document.getAnimations().filter(a => a.playState === "running" && a.effect && a.effect.getComputedTiming().endTime < 6e5) : [];
      if (running.length) return Promise.allSettled(running.map(a => a.finished)).then(tellFrames);
      for (const el of els) {
        let outermost = el;
        for (let at = el; at; at = at.parentElement && at.parentElement.closest(framed)) outermost = at;
        const r = box(el), o = box(outermost);
        const text = page() + [r.x - o.x, r.y - o.y, r.width, r.height].map(n => Math.round(n * 100) / 100).join(" ");
        if (el._frame !== text && tell(el, "frame", text.slice(page().length))) el._frame = text;
      }
    });
  }

  const askFrames = () => { if (document.querySelector(framed)) tellFrames(); };
  const followFrames = () => {
    for (const el of all(framed)) if (!el._framed) reframed.observe(el, el._framed = {});
    askFrames();
  };
  on("scroll", askFrames);
  listen("resize", askFrames);
  after.push(followFrames);
  followFrames();
  measureAll();
})();
