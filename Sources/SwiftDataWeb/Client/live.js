// Keeps a page up to date with its host, and tells the host what happens. See README.md beside this file.
(() => {
  "use strict";
  const doc = document, html = doc.documentElement, SVG = "http://www.w3.org/2000/svg";
  const box = el => el.getBoundingClientRect();
  const get = id => doc.getElementById(id);
  const all = selector => [...doc.querySelectorAll(selector)];
  const root = () => doc.body.firstElementChild;
  const listens = (el, kind) => (" " + (el.getAttribute("data-e") || "") + " ").includes(" " + kind + " ");
  const isField = el => /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName);
  const isCheck = el => el.tagName === "INPUT" && /^(checkbox|radio)$/.test(el.type);
  const fields = () => all("input,textarea,select");
  const path = () => location.pathname + location.search;
  const active = () => doc.activeElement;
  const valueOf = el => isCheck(el) ? String(el.checked) : el.value;

  // The connection.

  let token = html.dataset.page, received = +html.dataset.number;
  let socket = null, failures = 0, timer = 0, resting = false, isOpen = false;
  // Events that the host has not handled yet, so that none is lost with a connection.
  let queue = [], number = 0, handled = 0;

  function connect() {
    clearTimeout(timer);
    if (socket) return;
    resting = false;
    const mine = socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/_/live");
    mine.onopen = () => {
      mine.send(JSON.stringify({ p: token, q: received, at: path() }));
      isOpen = true;
      if (queue.length) transmit(queue);
    };
    mine.onmessage = message => {
      if (mine !== socket) return;
      failures = 0;
      state("online");
      receive(JSON.parse(message.data));
    };
    mine.onclose = event => {
      if (mine !== socket) return;
      socket = null;
      isOpen = false;
      // The host has closed the page since nobody used it: it comes back when somebody does.
      resting = event.code === 4001 && doc.hidden;
      state(resting ? "resting" : "offline");
      if (!resting) timer = setTimeout(connect, Math.min(8000, 150 * 2 ** failures++) * (0.7 + 0.6 * Math.random()));
    };
  }

  function state(name) {
    if (html.dataset.live !== name) html.dataset.live = name;
  }

  function wake() {
    if (!socket && (resting || failures)) { failures = Math.min(failures, 2); connect(); }
  }
  for (const type of ["online", "pageshow", "pointerdown", "keydown"]) addEventListener(type, wake, true);
  doc.addEventListener("visibilitychange", () => doc.hidden || wake());

  function transmit(events) {
    for (let i = 0; i < events.length; i += 100) {
      const part = events.slice(i, i + 100);
      socket.send(JSON.stringify({ n: part[part.length - 1].n, e: part.map(event => event.e) }));
    }
  }

  function send(el, kind, value) {
    const event = { n: ++number, e: value === undefined ? [el.id, kind] : [el.id, kind, String(value)] };
    queue.push(event);
    if (isField(el) && (kind === "input" || kind === "change")) { el._n = number; el._typed = true; }
    if (isOpen) transmit([event]); else wake();
    return number;
  }

  function tell(el, kind, value) {
    if (el && listens(el, kind)) { send(el, kind, value); return true; }
  }

  // What the host says.

  let scrollAfter = null;

  function receive(message) {
    received = message.q;
    handled = message.a;
    queue = queue.filter(event => event.n > handled);
    if (message.r) {
      const typed = [];
      if (message.p !== token) {
        token = message.p;
        queue = [];
        for (const el of fields()) {
          // What was typed lives here alone, if the host has started anew: it is not shown over.
          if (el._typed) typed.push(el);
          el._n = el._typed ? Infinity : 0;
        }
      }
      const old = root();
      const made = patchable(old, message.r) ? patch(old, message.r) : make(message.r);
      if (made !== old) old.replaceWith(made);
      for (const el of typed) {
        el._n = 0;
        if (el.isConnected && valueOf(el) !== el._v) tell(el, "input", valueOf(el)) || tell(el, "change", valueOf(el));
      }
    }
    for (const operation of message.o || []) {
      try { apply(operation); } catch (error) { console.error(error, operation); }
    }
    settle();
  }

  function apply([kind, a, b, c]) {
    switch (kind) {
      case "i": {
        const parent = get(a), el = parent && make(c, parent.namespaceURI === SVG);
        if (!el) break;
        place(parent, el, b);
        scrolled(el, each => { if (scrolls[each.id]) [each.scrollLeft, each.scrollTop] = scrolls[each.id]; });
        break;
      }
      case "m": { const el = get(a), parent = get(b); if (el && parent) place(parent, el, c); break; }
      case "r": { const el = get(a); if (el) discard(el); break; }
      case "a": { const el = get(a); if (el) attribute(el, b, c); break; }
      case "t": { const el = get(a); if (el) text(el, b); break; }
      case "e": { const el = get(a); if (el) events(el, b); break; }
      case "c": command(a, b, c);
    }
  }

  function place(parent, el, before) {
    const next = before && get(before);
    if (el.parentNode === parent && el.nextElementSibling === (next || null)) return;
    // Moving an element takes the focus from it.
    const focus = el.contains(active()) && active();
    const selection = focus && caret(focus);
    parent.insertBefore(el, next || null);
    if (focus) { focus.focus({ preventScroll: true }); if (selection) select(focus, selection); }
  }

  // A page that is shown again is where it was.
  const scrolls = {};
  const scrolled = (el, action) => [el, ...el.querySelectorAll(".s-list,.s-form,.s-scroll,.s-scroll-x")].forEach(action);

  function discard(el) {
    scrolled(el, each => { scrolls[each.id] = [each.scrollLeft, each.scrollTop]; });
    if (el.tagName === "DIALOG") el.close();
    el.remove();
    if (el._from && el._from.isConnected) el._from.focus({ preventScroll: true });
  }

  function command(name, value, more) {
    switch (name) {
      case "title": doc.title = value; break;
      case "location":
        if (value === path()) break;
        // Back in the page is back in the browser.
        if (more && history.state && history.state.from === value) history.back();
        else if (more) {
          history.replaceState({ ...history.state, y: scrollY }, "");
          history.pushState({ y: 0, from: path() }, "", value);
          scrollAfter = 0;
        } else history.replaceState(history.state, "", value);
        break;
      case "focus": { const el = value && get(value); if (el) el.focus(); else if (!value && active()) active().blur(); break; }
      case "scroll": { const el = get(value); if (el) el.scrollIntoView({ block: more || "nearest", behavior: "smooth" }); break; }
      case "open": if (value) open(value, "_blank", "noopener,noreferrer"); break;
      case "scheme": if (value) html.dataset.scheme = value; else delete html.dataset.scheme;
    }
  }

  // Elements.

  function make([tag, id, attributes, kinds, content], isDrawing) {
    const drawn = isDrawing || tag === "svg";
    const el = drawn ? doc.createElementNS(SVG, tag) : doc.createElement(tag);
    el.id = id;
    if (kinds) el.setAttribute("data-e", kinds);
    for (const name in attributes) if (name !== "value" && name !== "checked") attribute(el, name, attributes[name]);
    if (typeof content === "string") text(el, content);
    else if (content) for (const child of content) el.appendChild(make(child, drawn));
    // After the options that it may choose.
    for (const name of ["value", "checked"]) if (name in attributes) attribute(el, name, attributes[name]);
    if (isField(el) && el._v === undefined) el._v = valueOf(el);
    return el;
  }

  function attribute(el, name, value) {
    if (name === "style") {
      el.removeAttribute("data-y");
      el.style.cssText = value || "";
    } else if (name === "data-symbol") {
      el.setAttribute(name, value || "unknown");
      icon(el, value || "unknown");
    } else if (name === "value" && isField(el) && !isCheck(el)) {
      setValue(el, value || "");
    } else if (name === "checked" && isField(el)) {
      setValue(el, String(value !== null));
    } else if (name === "open" && el.tagName === "DIALOG") {
      return;
    } else if (name === "id" || /^on/i.test(name)) {
      return;
    } else if (value === null) {
      el.removeAttribute(name);
      if (name === "indeterminate") el.indeterminate = false;
    } else {
      el.setAttribute(name, value);
      if (name === "indeterminate") el.indeterminate = true;
    }
  }

  function icon(el, name) {
    let use = el.querySelector("use");
    if (!use) {
      el.innerHTML = '<svg class="s-icon" viewBox="0 0 24 24" aria-hidden="true"><use></use></svg>';
      use = el.querySelector("use");
    }
    use.setAttribute("href", doc.body.dataset.icons + "#" + name);
  }

  function text(el, value) {
    if (el.tagName === "TEXTAREA") setValue(el, value);
    else if (el.textContent !== value || el.childElementCount) el.textContent = value;
  }

  function events(el, kinds) {
    if (kinds) el.setAttribute("data-e", kinds); else el.removeAttribute("data-e");
  }

  // A field shows what is typed until the host has handled all of it; then what the host says.
  function setValue(el, value) {
    el._v = value;
    show(el);
  }

  function show(el) {
    if (el._composing || el._v === undefined || (el._n || 0) > handled || valueOf(el) === el._v) return;
    el._typed = false;
    if (isCheck(el)) { el.checked = el._v === "true"; return; }
    const selection = active() === el && caret(el), old = el.value;
    el.value = el._v;
    if (selection) {
      // The caret stays where it is in the text that has not changed.
      const end = old.length - selection[1];
      const at = old.slice(0, selection[0]) === el._v.slice(0, selection[0]) ? selection[0] : Math.max(0, el._v.length - end);
      select(el, [at, Math.max(at, el._v.length - end)]);
    }
  }

  function caret(el) {
    try { return el.selectionStart == null ? null : [el.selectionStart, el.selectionEnd]; } catch { return null; }
  }

  function select(el, [start, end]) {
    try { el.setSelectionRange(start, end); } catch {}
  }

  // A whole tree, put over what is shown: elements that are the same stay, with focus, scroll and what is open.

  const patchable = (el, node) => el && el.localName === node[0];

  function patch(el, [, id, attributes, kinds, content]) {
    el.id = id;
    events(el, kinds);
    for (const { name } of [...el.attributes]) {
      if (name in attributes || /^(id|data-e|style|data-y|data-live.*|popover)$/.test(name)) continue;
      if (name === "open" && (el.tagName === "DIALOG" || !listens(el, "toggle"))) continue;
      if (isField(el) && (name === "value" || name === "checked")) continue;
      el.removeAttribute(name);
    }
    if (!attributes.style) { el.removeAttribute("data-y"); el.removeAttribute("style"); }
    for (const name in attributes) {
      if (name === "value" || name === "checked") continue;
      if (name === "style" ? true : el.getAttribute(name) !== attributes[name]) attribute(el, name, attributes[name]);
    }
    if (typeof content === "string") text(el, content);
    else if (!attributes["data-symbol"]) patchChildren(el, content || []);
    if (isField(el)) {
      if (isCheck(el)) setValue(el, String("checked" in attributes));
      else if ("value" in attributes || el.tagName === "INPUT") setValue(el, attributes.value || "");
    }
    return el;
  }

  function patchChildren(el, nodes) {
    if (!el.childElementCount && el.firstChild) el.textContent = "";
    const ids = new Set(nodes.map(node => node[1]));
    const known = new Map([...el.children].map(child => [child.id, child]));
    let next = el.firstElementChild;
    for (const node of nodes) {
      while (next && !ids.has(next.id) && known.get(next.id) === undefined) next = next.nextElementSibling;
      let child = known.get(node[1]);
      if (!child && next && !ids.has(next.id) && similar(next, node)) child = next;
      if (child && patchable(child, node)) {
        known.delete(child.id);
        if (child === next) next = next.nextElementSibling; else el.insertBefore(child, next);
        patch(child, node);
      } else el.insertBefore(make(node, el.namespaceURI === SVG), next);
    }
    for (const child of known.values()) if (child.parentNode === el) discard(child);
  }

  const similar = (el, node) => patchable(el, node) && (el.getAttribute("class") || "") === (node[2].class || "");

  // After each message.

  const sizes = new ResizeObserver(list => {
    for (const { target, contentRect: r } of list) tell(target, "size", r.width + "x" + r.height);
  });

  function settle() {
    for (const el of fields()) show(el);
    for (const el of all(".s-context-menu:not([popover])")) el.popover = "auto";
    for (const el of all("dialog:not([open])")) {
      el._from = active();
      el.showModal();
    }
    for (const el of all(".s-row-movable:not([tabindex])")) el.tabIndex = 0;
    for (const el of all('[data-e~="size"]')) if (!el._sized) sizes.observe(el, el._sized = {});
    windows();
    if (scrollAfter !== null) { scrollTo(0, scrollAfter); scrollAfter = null; }
  }

  // What happens here.

  const on = (type, action) => doc.addEventListener(type, action, true);
  const near = (e, kind) => e.target.closest && e.target.closest(`[data-e~="${kind}"]`);

  // What is held long enough is no click when it is let go.
  let press = 0, wasPressed = false;
  on("pointerdown", e => {
    clearTimeout(press);
    wasPressed = false;
    const el = e.button ? null : near(e, "longPress"), { clientX: x, clientY: y } = e;
    if (!el) return;
    const over = new AbortController();
    const end = () => { clearTimeout(press); over.abort(); };
    press = setTimeout(() => { over.abort(); wasPressed = true; if (el.isConnected) send(el, "longPress"); }, +el.dataset.press || 500);
    addEventListener("pointermove", e => { if (Math.hypot(e.clientX - x, e.clientY - y) > 10) end(); }, over);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, over);
  });

  on("click", e => {
    const target = e.target.closest ? e.target : null;
    if (!target) return;
    if (wasPressed) { wasPressed = false; e.preventDefault(); return; }
    const el = near(e, "click");
    const menu = target.closest("[popover]");
    if (el) {
      const link = target.closest("a[href]");
      if (link && (e.metaKey || e.ctrlKey || e.shiftKey || e.button)) return;
      if (link && link.target !== "_blank" || el.type === "submit") e.preventDefault();
      if (el.getAttribute("aria-disabled") !== "true") send(el, "click");
    }
    if (menu && target.closest("button,a") && !target.closest("[data-keep]")) menu.hidePopover();
    if (target.tagName === "DIALOG" && outside(target, e)) dismiss(target, true);
    for (const open of all("details.s-menu[open]")) if (!open.contains(target) || target.closest(".s-menu-items button")) open.open = false;
  });
  on("dblclick", e => { const el = near(e, "doubleClick"); if (el) send(el, "doubleClick"); });

  on("compositionstart", e => { e.target._composing = true; });
  on("compositionend", e => { e.target._composing = false; });
  on("input", e => {
    const el = e.target;
    if (isField(el) && !isCheck(el) && el.tagName !== "SELECT") tell(el, "input", el.value);
  });
  on("change", e => { if (isField(e.target)) tell(e.target, "change", valueOf(e.target)); });
  on("submit", e => e.preventDefault());
  on("focusin", e => tell(e.target, "focus"));
  on("focusout", e => tell(e.target, "blur"));
  on("toggle", e => {
    const el = e.target;
    if (el.tagName !== "DETAILS") return;
    tell(el, "toggle", el.open);
    const items = el.open && el.querySelector(":scope > .s-menu-items");
    if (!items) return;
    const { left, right, top, bottom } = box(el);
    position(items, left, bottom + 6, right, top - 6);
  });
  on("cancel", e => { if (e.target.tagName === "DIALOG") { e.preventDefault(); dismiss(e.target); } });
  let hovered = null;
  on("pointerover", e => {
    const el = e.pointerType === "mouse" ? near(e, "hover") : null;
    if (el === hovered) return;
    if (hovered && hovered.isConnected) tell(hovered, "hover", false);
    if ((hovered = el)) send(el, "hover", true);
  });
  addEventListener("popstate", e => {
    scrollAfter = e.state && e.state.y || 0;
    if (!tell(root(), "location", path())) location.reload();
  });

  function outside(el, e) {
    const { left, right, top, bottom } = box(el), { clientX: x, clientY: y } = e;
    return x < left || x > right || y < top || y > bottom;
  }

  function dismiss(dialog, beside) {
    if (!dialog.hasAttribute("data-modal") || !beside && dialog.getAttribute("role") === "alertdialog") tell(dialog, "toggle", false);
  }

  // Keys.

  const arrows = { ArrowDown: 1, ArrowUp: -1 };
  on("keydown", e => {
    const el = e.target;
    if (e.isComposing || !el.closest) return;
    if (e.key === "Enter" && el.tagName === "INPUT" && !isCheck(el)) {
      if (tell(el, "submit", el.value)) e.preventDefault();
    }
    const asking = el.closest("[data-keys]");
    if (asking && asking.dataset.keys.split(" ").includes(e.key) && tell(asking, "key", e.key)) e.preventDefault();
    const combination = (e.altKey ? "Alt+" : "") + (e.shiftKey ? "Shift+" : "") + (e.metaKey || e.ctrlKey ? "Meta+" : "") + ({ Enter: "\r", Escape: "\u001b", Tab: "\t" }[e.key] || e.key.toLowerCase());
    const scope = all("dialog[open]").pop() || doc;
    const isTyping = isField(el) && !isCheck(el);
    if (combination.length > 1 || !isTyping || e.key === "Enter") {
      for (const shortcut of scope.querySelectorAll("[data-shortcut]")) {
        // Command, where there is one, or Control.
        const wanted = shortcut.dataset.shortcut.toLowerCase().replace("control+", "").replace("meta+", "") === combination.toLowerCase().replace("meta+", "");
        if (!wanted || shortcut.disabled || /control|meta/i.test(shortcut.dataset.shortcut) !== /meta/i.test(combination)) continue;
        // What is typed in a field is undone there.
        if (isTyping && /^(Shift\+)?Meta\+[azxcv]$/.test(combination)) continue;
        e.preventDefault();
        shortcut.click();
        return;
      }
    }
    const row = rowOf(el), step = e.altKey && arrows[e.key];
    if (row && step) {
      const rows = rowsOf(row), at = rows.indexOf(row) + step;
      if (rows[at]) { e.preventDefault(); moveRow(rows, at - step, at); }
      return;
    }
    const menu = el.closest("[popover],.s-menu[open]");
    if (menu && e.key === "Escape" && menu.open) { menu.open = false; menu.firstElementChild.focus(); e.preventDefault(); }
    if (menu && e.key in arrows) {
      const items = [...menu.querySelectorAll("button:not(:disabled),a[href]")], at = items.indexOf(el);
      const to = Math.max(0, Math.min(items.length - 1, at + arrows[e.key]));
      if (items[to]) { items[to].focus(); e.preventDefault(); }
    } else if (!isTyping && e.key in arrows) {
      const row = el.closest(".s-list a, .s-list button, .s-list [tabindex]");
      if (!row) return;
      const items = [...row.closest(".s-list").querySelectorAll("a[href],button:not(:disabled),[tabindex='0']")].filter(item => !item.closest(".s-swipe-actions"));
      const to = items[items.indexOf(row) + arrows[e.key]];
      if (to) { to.focus(); e.preventDefault(); }
    }
  });

  // Menus: details that open over the page; context menus are popovers.

  function position(menu, left, top, right, above) {
    const { width, height } = box(menu);
    const x = left + width > innerWidth - 8 ? right - width : left;
    const y = top + height > innerHeight - 8 && above - height > 8 ? above - height : top;
    menu.style.left = Math.max(8, Math.min(x, innerWidth - width - 8)) + "px";
    menu.style.top = Math.max(8, Math.min(y, innerHeight - height - 8)) + "px";
  }

  on("contextmenu", e => {
    let el = e.target, menu;
    while (el && el.querySelector && !(menu = el.querySelector(":scope > .s-context-menu"))) el = el.parentNode;
    if (!menu) return;
    e.preventDefault();
    menu.showPopover();
    position(menu, e.clientX, e.clientY, e.clientX, e.clientY);
  });
  // Rows in another order, by dragging a grip: with a mouse, a finger or a pen.

  const rowOf = el => el.closest && el.closest('[data-e~="reorder"]');
  const rowsOf = row => [...row.parentNode.children].filter(each => listens(each, "reorder"));
  const moveRow = (rows, from, to) => send(rows[from], "reorder", rows[from].dataset.offset + "-" + (+rows[to].dataset.offset + (to > from ? 1 : 0)));

  on("pointerdown", e => {
    const row = rowOf(e.target);
    // The grip is the end of the row.
    if (!row || e.clientX < box(row).right - 44 || e.target.closest("button,a,input")) return;
    e.preventDefault();
    row.focus();
    const rows = rowsOf(row), from = rows.indexOf(row), start = e.clientY, boxes = rows.map(each => box(each)), over = new AbortController();
    let to = from;
    row.classList.add("s-dragged");
    const move = e => {
      const y = e.clientY, shift = boxes[from].height;
      to = from;
      boxes.forEach((each, i) => { if (i > from && y > each.top + each.height / 2) to = i; });
      for (let i = from - 1; i >= 0; i--) if (y < boxes[i].top + boxes[i].height / 2) to = i;
      rows.forEach((each, i) => {
        const offset = i === from ? y - start : i > from && i <= to ? -shift : i < from && i >= to ? shift : 0;
        each.style.transform = offset ? `translateY(${offset}px)` : "";
      });
    };
    const end = e => {
      over.abort();
      for (const each of rows) each.style.transform = "";
      row.classList.remove("s-dragged");
      if (e.type === "pointerup" && to !== from) moveRow(rows, from, to);
    };
    addEventListener("pointermove", move, over);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, end, over);
  });

  // Long lists: only the rows near those in sight are here; the room of the others is kept.

  let isWaiting = false;
  function windows() {
    isWaiting = false;
    for (const gap of all('[data-e~="window"]')) {
      const list = gap.parentNode, count = +gap.dataset.count, first = +gap.dataset.first, last = +gap.dataset.last, shown = last - first + 1;
      let after = gap.nextElementSibling;
      while (after && !after.hasAttribute("data-rows")) after = after.nextElementSibling;
      const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
      const { top, bottom: begin } = box(gap), end = after ? box(after).top : box(list).bottom;
      // What one row takes, measured on those that are here.
      // Only once for each width: other rows may be higher, and all would be elsewhere.
      if (end > begin && shown > 0 && list._width !== innerWidth) {
        list._each = (end - begin) / Math.ceil(shown / columns);
        list._width = innerWidth;
      }
      const each = list._each || 44;
      list.style.setProperty("--row-height", each / columns + "px");
      const screen = Math.ceil(innerHeight / each) * columns;
      const from = Math.max(0, Math.floor(-top / each) * columns), to = Math.min(count - 1, from + screen);
      if (top > innerHeight || from >= count) continue;
      const isNear = from - first < screen / 2 && first > 0 || last - to < screen / 2 && last + 1 < count;
      const wanted = Math.max(0, from - screen) + "-" + Math.min(count - 1, to + screen), asked = wanted + "/" + first;
      if (isNear && asked !== gap._asked) { gap._asked = asked; send(gap, "window", wanted); }
    }
  }
  function watch() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(windows);
  }
  addEventListener("scroll", watch, { passive: true, capture: true });
  addEventListener("resize", watch);

  // The page as it came.

  for (const el of fields()) {
    el._v = isCheck(el) ? String(el.defaultChecked) : el.tagName === "SELECT" ? el.value : el.defaultValue;
    // Typed before this script was there.
    if (valueOf(el) !== el._v) tell(el, "input", valueOf(el)) || tell(el, "change", valueOf(el));
  }
  if ("scrollRestoration" in history) history.scrollRestoration = "manual";
  settle();
  state("connecting");
  connect();
})();
