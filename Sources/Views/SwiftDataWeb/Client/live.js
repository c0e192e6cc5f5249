// SPDX-License-Identifier: Apache-2.0

// Keeps a page up to date with its host, and tells the host what happens. See README.md beside this file.
(() => {
  "use strict";
  const doc = document, html = doc.documentElement, SVG = "http://www.w3.org/2000/svg";
  const box = el => el.getBoundingClientRect();
  const get = id => doc.getElementById(id);
  const all = (selector, scope = doc) => [...scope.querySelectorAll(selector)];
  const root = () => doc.body.firstElementChild;
  const listens = (el, kind) => (" " + (el.getAttribute("data-e") || "") + " ").includes(" " + kind + " ");
  const is = (el, tag) => el.tagName === tag;
  const isField = el => /^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName);
  const isCheck = el => is(el, "INPUT") && /^(checkbox|radio)$/.test(el.type);
  const isText = el => isField(el) && !isCheck(el) && !is(el, "SELECT");
  const fields = () => all("input,textarea,select");
  const path = () => location.pathname + location.search;
  const listen = (types, action, options = true) => types.split(" ").forEach(type => addEventListener(type, action, options));
  const { max, min } = Math;
  const quietly = { preventScroll: true };
  const stop = e => e.preventDefault();
  const active = () => doc.activeElement;
  const valueOf = el => isCheck(el) ? String(el.checked) : el.value;
  // What is kept for this tab; some browsers refuse.
  const kept = name => { try { return sessionStorage.getItem(name); } catch {} };
  const keep = (name, value) => { try { sessionStorage.setItem(name, value); } catch {} };

  // The connection.

  let token = html.dataset.page, received = +html.dataset.number;
  let socket = null, failures = 0, timer = 0, resting = false, isOpen = false;
  // Events that the host has not handled yet, so that none is lost with a connection.
  let queue = [], number = 0, handled = 0;
  // The last event that was sent at all, and when something was heard last.
  let posted = 0, heard = 0;
  // The page that was here before it was loaded again: the host still has what was typed there.
  let before = (performance.getEntriesByType("navigation")[0] || {}).type === "reload" && kept("page") || undefined;
  listen("pagehide", () => keep("page", token));

  const say = part => { if (isOpen) socket.send(JSON.stringify(part)); };

  function connect() {
    clearTimeout(timer);
    if (socket) return;
    resting = false;
    const mine = socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/_/live");
    mine.onopen = () => {
      mine.send(JSON.stringify({ p: token, q: received, at: path(), b: before, h: doc.hidden, r: hooks.region() }));
      isOpen = true;
      heard = Date.now();
      if (queue.length) post(queue);
    };
    mine.onmessage = message => {
      if (mine !== socket) return;
      failures = 0;
      heard = Date.now();
      state("online");
      receive(JSON.parse(message.data));
    };
    mine.onclose = event => {
      if (mine !== socket) return;
      socket = null;
      isOpen = false;
      if (event.code === 4003) return renew();
      // What the host cannot read, it never will: the rest may be better.
      if (event.code === 1007 && queue[0]) drop(queue.shift());
      if (event.code === 1013) notice("Too many pages are open. This one goes on as soon as others are closed.");
      // The host has closed the page since nobody looked at it: it comes back when somebody does.
      resting = event.code === 4001;
      state(resting ? "resting" : "offline");
      if (!resting) timer = setTimeout(connect, min(8000, 150 * 2 ** failures++) * (0.7 + 0.6 * Math.random()));
    };
  }

  // A connection may be dead, and nobody says so.
  setInterval(() => {
    if (isOpen && queue[0] && max(queue[0].at, heard) < Date.now() - 15000) { socket.close(); socket.onclose({}); }
  }, 5000);

  function drop(event) {
    if (!isTyped(event)) notice(undone);
    else if (event.el._n === event.n) untaken(event.el);
  }

  function state(name) {
    if (html.dataset.live !== name) html.dataset.live = name;
  }

  function wake() {
    if (!socket && (resting || failures)) { failures = min(failures, 2); connect(); }
  }
  listen("online pageshow pointerdown keydown", wake);
  doc.addEventListener("visibilitychange", () => {
    say({ h: doc.hidden });
    if (!doc.hidden) wake();
  });

  // The host does not know this browser: its cookie is gone. A new one comes with the page.
  function renew() {
    const last = +kept("renewed");
    keep("renewed", Date.now());
    if (last > Date.now() - 20000) notice("This page needs cookies, which the browser does not keep."); else location.reload();
  }

  // In parts that the host takes.
  function post(events) {
    posted = number;
    let part = [], size = 0;
    for (const event of events) {
      if (part.length === 100 || part.length && size + event.size > largest) {
        postPart(part);
        [part, size] = [[], 0];
      }
      part.push(event);
      size += event.size;
    }
    postPart(part);
  }

  function postPart(part) {
    socket.send(JSON.stringify({ n: part.at(-1).n, e: part.map(event => event.e) }));
  }

  // What the host takes in one message, without what is around the events.
  const largest = (+html.dataset.size || 256 * 1024) - 100;
  const sizeOf = text => new Blob([text]).size;

  function send(el, kind, value) {
    const e = [el.id, kind];
    // Half of a character is nothing that the host can read.
    if (value !== undefined) e[2] = String(value).replace(/\p{Cs}/gu, "\ufffd");
    const size = sizeOf(JSON.stringify(e)) + 20;
    if (size > largest) {
      if (isField(el)) untaken(el);
      return notice("This text is too long to be sent. It is not saved.");
    }
    let event = queue.at(-1);
    // The host cannot have had it: without a connection, typing is one event.
    if (event && event.n > posted && event.el === el && kind === "input" && event.e[1] === kind) Object.assign(event, { e, size });
    else queue.push(event = { n: ++number, el, e, size, at: Date.now() });
    if (isField(el) && (kind === "input" || kind === "change")) {
      el._n = number;
      // What the host has shown before; the first time of all, too.
      if (el._base === undefined) el._base = el._v;
      if (el._first === undefined) el._first = el._v;
    }
    if (isOpen) post([event]); else wake();
    return number;
  }

  function tell(el, kind, value) {
    // The number of the event; without one it is too long.
    if (el && listens(el, kind) && !isQuiet(el)) return send(el, kind, value) || true;
  }

  const tellValue = el => tell(el, "input", valueOf(el)) || tell(el, "change", valueOf(el));

  const undone = "What you did last may not have been done: please look.";
  // What somebody has done, rather than what has happened.
  const isDone = ({ e }) => !/^(focus(Within)?|blur|hover|toggle|window|size|frame|location)$/.test(e[1]);
  const isTyped = ({ el, e }) => isText(el) && /^(input|change)$/.test(e[1]);

  // What the host has not taken, or has made no value of; and what was typed in a sheet.
  const isOwed = el => el._n === Infinity || el.hasAttribute("data-draft");
  const isDraft = el => isOwed(el) || el._first !== undefined && valueOf(el) !== el._first && el.closest("dialog");

  // What would be gone with the page: what no value was made of yet, what was typed in a sheet, what was not sent.
  // What was sent just now is on its way.
  const isUnsaved = () => queue.some(event => isDone(event) && !(isOpen && event.at > Date.now() - 3000)) || fields().some(isDraft);
  listen("beforeunload", e => { if (isUnsaved()) stop(e); });

  // What the host says.

  let landing = null, isAnew = false, isBack = false, shown = path();
  // The element that is moved or removed: of itself it reports nothing.
  let quiet = null;
  const isQuiet = el => quiet && quiet.contains(el);
  // What else follows each message, what comes before one, and how an element goes.
  const after = [], hooks = { before() {}, wasHeld() {}, dismiss() {}, region() {}, remove: el => el.remove() };

  function receive(message) {
    // A message was lost with the connection before. The next one begins with the number of the last that has come, so the
    // host sends the whole tree.
    if (!message.r && message.q !== received + 1) return socket.close();
    received = message.q;
    const typed = [];
    isAnew = message.r && message.p !== token;
    if (isAnew) {
      token = message.p;
      // The host may go on with the page that was here before. Its events had numbers too, and none is handled twice.
      number = max(number, message.a);
      // Never sent again: rows may be others now.
      if (queue.some(event => isDone(event) && !isTyped(event))) notice("The page was loaded anew. " + undone);
      for (const el of fields()) {
        // What was typed lives here alone, if the host has started anew: it is not shown over.
        const isLate = isOwed(el) || queue.some(event => event.n === el._n), isKept = isText(el) && (isLate || el._base !== undefined);
        if (isKept) typed.push([el, isLate, isDraft(el), el.dataset.key]);
        el._n = isKept ? Infinity : 0;
      }
      queue = [];
    }
    handled = message.a;
    before = undefined;
    // A host that goes on after it has handled what was told anew does not end by it: the next one may be told, too.
    if (!isAnew) for (const el of fields()) if (el._n <= handled) el._sent = undefined;
    const refused = queue.filter(({ n, el }) => (message.x || []).includes(n) && el._n === n && isText(el));
    for (const { el } of refused) el._n = Infinity;
    queue = queue.filter(event => event.n > handled);
    if (message.r) {
      const old = root();
      const made = fits(old, message.r) ? patch(old, message.r) : make(message.r);
      if (made !== old) old.replaceWith(made);
      for (const [el, isLate, isLost, key] of typed) {
        const text = valueOf(el), isSame = el.isConnected && key && key === el.dataset.key, { _base: base, _sent: sent } = el;
        el._n = 0;
        el._base = undefined;
        // What the former host has shown is gone with it.
        if (!el.isConnected) el._v = undefined;
        if (!isSame) {
          if (isLate || isLost) untaken(el);
        } else if (text !== el._v && (isLate || key[0] === "~" && [base, el._first].includes(el._v))) {
          // Told once: if the host has ended by it, it would do so again.
          el._sent = text;
          if (sent === text || !tellValue(el)) untaken(el);
        }
      }
    }
    const operations = message.o || [], then = hooks.before(operations);
    for (const operation of operations) {
      try { apply(operation); } catch (error) { console.error(error, operation); }
    }
    if (then) then();
    for (const { el, e } of refused) again(el, e[1]);
    settle();
  }

  // What somebody has typed never goes without a word. If the host has not taken it, it is offered once more, a little
  // later, since there may have been too much at once.
  function again(el, kind) {
    if (el._again || !el.isConnected) return untaken(el);
    el._again = true;
    setTimeout(() => { if (el._n === Infinity && el.isConnected && !tell(el, kind, valueOf(el))) untaken(el); }, 1000);
  }

  // Text that is not taken stays in its field, and what the host says is not shown there until more is typed.
  function untaken(el) {
    const text = valueOf(el);
    el._n = text === el._v ? 0 : Infinity;
    if (!el._n) return;
    if (!el.isConnected) notice("The field is gone in which you have typed" + (el.type === "password" ? "." : ": " + text.slice(0, 500)));
    else if (!el._held) notice("What you have typed was not taken: it is in its field still.");
  }

  function apply([kind, a, b, c]) {
    const el = get(a);
    switch (kind) {
      case "i": {
        const made = el && make(c, el.namespaceURI === SVG);
        if (!made) break;
        place(el, made, b);
        scrolled(made, each => { if (scrolls[each.id]) [each.scrollLeft, each.scrollTop] = scrolls[each.id]; });
        break;
      }
      case "m": { const parent = get(b); if (el && parent) place(parent, el, c); break; }
      case "r": if (el) discard(el); break;
      case "a": if (el) attribute(el, b, c); break;
      case "t": if (el) text(el, b); break;
      case "e": if (el) events(el, b); break;
      case "c": command(a, b, c);
    }
  }

  function place(parent, el, before) {
    const next = before && get(before) || null;
    if (el.parentNode !== parent || el.nextElementSibling !== next) put(parent, el, next);
  }

  // Moving an element takes the focus from it, unless the browser can do without: nobody has left the field for that.
  function put(parent, el, next) {
    if (parent.moveBefore && el.isConnected) return parent.moveBefore(el, next);
    const focus = el.contains(active()) && active();
    const range = focus && caret(focus);
    quiet = el;
    try {
      parent.insertBefore(el, next);
      if (focus) { focus.focus(quietly); if (range) select(focus, range); }
    } finally { quiet = null; }
  }

  // A page that is shown again is where it was.
  const scrolls = {};
  const scrolled = (el, action) => [el, ...all(".s-list,.s-form,.s-scroll,.s-scroll-x", el)].forEach(action);

  function discard(el) {
    scrolled(el, each => { scrolls[each.id] = [each.scrollLeft, each.scrollTop]; });
    const lost = isAnew ? [] : [el, ...all("input,textarea", el)].filter(each => each._n === Infinity);
    quiet = el;
    if (is(el, "DIALOG")) el.close();
    hooks.remove(el);
    quiet = null;
    lost.forEach(untaken);
    if (el._from && el._from.isConnected) el._from.focus(quietly);
  }

  const meant = [];
  function command(name, value, more) {
    switch (name) {
      case "title": doc.title = value; break;
      case "location":
        shown = value;
        if (value === path()) break;
        // Back in the page is back in the browser.
        isBack = more && history.state && history.state.from === value;
        if (isBack) history.back();
        else if (more) {
          history.replaceState({ ...history.state, y: scrollY }, "");
          history.pushState({ y: 0, from: path() }, "", value);
          landing = 0;
        } else history.replaceState(history.state, "", value);
        break;
      case "focus": {
        const el = value && get(value);
        // Of several views that are meant, one has room: which one is known after the message.
        if (el && el.closest(".s-fitting")) { meant.push(el); break; }
        meant.length = 0;
        if (el) el.focus(); else if (!value && active()) active().blur();
        break;
      }
      case "open": if (value) open(value, "_blank", "noopener,noreferrer"); break;
      case "notice": notice(value); break;
      case "scroll": case "copy": case "share": case "save": hooks[name](value, more); break;
      case "scheme": if (value) html.dataset.scheme = value; else delete html.dataset.scheme;
    }
  }

  // Tells the person something, over all else.
  function notice(text) {
    let el = get("s-notice");
    if (!el) {
      el = doc.createElement("div");
      el.id = el.className = "s-notice";
      el.setAttribute("role", "status");
      el.popover = "manual";
      doc.body.append(el);
    }
    if (el.matches(":popover-open")) el.hidePopover();
    el.showPopover();
    el.textContent = text;
    clearTimeout(el._end);
    el._end = setTimeout(() => el.hidePopover(), 10000);
  }

  // Elements.

  function make([tag, id, attrs, kinds, inner], inside) {
    const drawn = inside || tag === "svg";
    const el = drawn ? doc.createElementNS(SVG, tag) : doc.createElement(tag);
    el.id = id;
    if (kinds) el.setAttribute("data-e", kinds);
    for (const name in attrs) if (name !== "value" && name !== "checked") attribute(el, name, attrs[name]);
    if (typeof inner === "string") text(el, inner);
    else if (inner) for (const child of inner) el.appendChild(make(child, drawn));
    // After the options that it may choose.
    for (const name of ["value", "checked"]) if (name in attrs) attribute(el, name, attrs[name]);
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
    } else if (name === "open" && is(el, "DIALOG")) {
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
    if (!el.querySelector("use")) {
      // This text is the script's own.
      // eslint-disable-next-line no-restricted-properties
      el.innerHTML = '<svg class="s-icon" viewBox="0 0 24 24" aria-hidden="true"><use></use></svg>';
    }
    // Less common symbols come with the address of their file.
    el.querySelector("use").setAttribute("href", (/#/.test(name) ? "" : doc.body.dataset.icons + "#") + name);
  }

  function text(el, value) {
    if (is(el, "TEXTAREA")) setValue(el, value);
    else if (el.textContent !== value || el.childElementCount) el.textContent = value;
  }

  function events(el, kinds) {
    if (kinds) el.setAttribute("data-e", kinds); else el.removeAttribute("data-e");
  }

  // A field shows what is typed until the host has handled all of it; then what the host says last: a message may have several
  // values, of which all but one are older than what is typed, so it is shown after the message.
  function setValue(el, value) { el._v = value; }

  function show(el) {
    if (el._composing || el._v === undefined || (el._n || 0) > handled || valueOf(el) === el._v) return;
    el._base = undefined;
    if (isCheck(el)) { el.checked = el._v === "true"; return; }
    const range = active() === el && caret(el), old = el.value;
    el.value = el._v;
    if (range) {
      // The caret stays where it is in the text that has not changed; what the host adds is not selected.
      const text = el._v;
      select(el, range.map(i => text.endsWith(old.slice(i)) || !text.startsWith(old.slice(0, i)) ? max(0, text.length - old.length + i) : i));
    }
  }

  function caret(el) {
    try { return el.selectionStart == null ? null : [el.selectionStart, el.selectionEnd]; } catch { return null; }
  }

  function select(el, [start, end]) {
    try { el.setSelectionRange(start, end); } catch {}
  }

  // A whole tree, put over what is shown: elements that are the same stay, with focus, scroll and what is open.

  const fits = (el, node) => el && el.localName === node[0];

  function patch(el, [, id, attrs, kinds, inner]) {
    el.id = id;
    events(el, kinds);
    for (const { name } of [...el.attributes]) {
      if (name in attrs || /^(id|data-e|style|data-y|data-live.*|popover)$/.test(name)) continue;
      if (name === "open" && (is(el, "DIALOG") || !listens(el, "toggle"))) continue;
      if (isField(el) && (name === "value" || name === "checked")) continue;
      el.removeAttribute(name);
    }
    if (!attrs.style) { el.removeAttribute("data-y"); el.removeAttribute("style"); }
    for (const name in attrs) {
      if (isField(el) && (name === "value" || name === "checked")) continue;
      if (name === "style" ? true : el.getAttribute(name) !== attrs[name]) attribute(el, name, attrs[name]);
    }
    if (typeof inner === "string") text(el, inner);
    else if (!attrs["data-symbol"]) patchAll(el, inner || []);
    if (isField(el)) {
      if (isCheck(el)) setValue(el, String("checked" in attrs));
      else if ("value" in attrs || is(el, "INPUT")) setValue(el, attrs.value || "");
    }
    return el;
  }

  function patchAll(el, nodes) {
    if (!el.childElementCount && el.firstChild) el.textContent = "";
    const ids = new Set(nodes.map(node => node[1]));
    const known = new Map([...el.children].map(child => [child.id, child]));
    let next = el.firstElementChild;
    for (const node of nodes) {
      while (next && !ids.has(next.id) && known.get(next.id) === undefined) next = next.nextElementSibling;
      let child = known.get(node[1]);
      if (isAnew && !child && next && !ids.has(next.id) && similar(next, node)) child = next;
      if (child && fits(child, node)) {
        known.delete(child.id);
        if (child === next) next = next.nextElementSibling; else put(el, child, next);
        patch(child, node);
      } else el.insertBefore(make(node, el.namespaceURI === SVG), next);
    }
    for (const child of known.values()) if (child.parentNode === el) discard(child);
  }

  // Names are others if the host has started anew. What is typed in a field is meant for one that is called the same, in the
  // same place of the same row, of the same person: that is its key.
  const similar = (el, node) => fits(el, node) && (!isText(el) || el.dataset.key)
    && (isField(el) ? ["class", "type", "placeholder", "aria-label", "data-key"] : ["class"]).every(name => (el.getAttribute(name) || "") === (node[2][name] || ""));

  // After each message.

  const sizes = new ResizeObserver(list => {
    for (const { target, contentRect: r } of list) tell(target, "size", r.width + "x" + r.height);
  });

  function settle() {
    for (const el of fields()) {
      if (el._held && tell(el, "input", valueOf(el))) el._held = false;
      show(el);
    }
    for (const el of all("dialog:not([open])")) {
      el._from = active();
      el.showModal();
    }
    // Another page has heard of no size yet: what is observed anew is told.
    for (const el of all('[data-e~="size"]')) if (el._sized !== token) {
      el._sized = token;
      sizes.unobserve(el);
      sizes.observe(el);
    }
    for (const action of after) action();
    for (const el of meant.splice(0)) el.focus();
    if (landing !== null) { scrollTo(0, landing); landing = null; }
  }

  // What happens here.

  const on = (type, action) => doc.addEventListener(type, action, true);
  const near = (e, kind) => e.target.closest && e.target.closest(`[data-e~="${kind}"]`);

  // What a click is for, and whether it comes before what is in it: a gesture that comes first, the outermost one; or the
  // innermost element that listens, unless a control of the browser's own lies in it and it has no gesture that goes along.
  function clicked(e) {
    const el = near(e, "click"), own = e.target.closest("a[href],button,input,label,select,summary,textarea");
    let first;
    for (let at = el; at; at = at.parentElement) if (at.dataset.tap === "first") first = at;
    return first ? [first, first !== own] : [el && own !== el && el.contains(own) && !el.dataset.tap ? null : el];
  }

  // Where in an element a click was, if the element asks: a key has no place.
  const spot = (el, e) => el.dataset.at === undefined || !e.detail ? undefined : e.clientX - box(el).left + " " + (e.clientY - box(el).top);

  on("click", e => {
    const target = e.target.closest ? e.target : null;
    // The mark of a row's actions is no part of the row.
    if (!target || target.matches(".s-row-actions")) return;
    if (hooks.wasHeld()) return stop(e);
    const [el, isFirst] = clicked(e);
    const menu = target.closest("[popover]");
    if (el) {
      const link = target.closest("a[href]");
      if (link && (e.metaKey || e.ctrlKey || e.shiftKey || e.button)) return;
      if (isFirst || link && link.target !== "_blank" || el.type === "submit") stop(e);
      if (el.getAttribute("aria-disabled") !== "true") send(el, "click", spot(el, e));
    }
    if (menu && target.closest("button,a") && !target.closest("[data-keep]")) menu.hidePopover();
    for (const open of all("details.s-menu[open]")) if (!open.contains(target) || target.closest(".s-menu-items button")) open.open = false;
  });
  on("dblclick", e => { const el = near(e, "doubleClick"); if (el) send(el, "doubleClick", spot(el, e)); });

  on("compositionstart", e => { e.target._composing = true; });
  on("compositionend", e => { e.target._composing = false; });
  on("input", e => {
    const el = e.target;
    if (!isText(el)) return;
    el._again = false;
    // What the host has not heard of, it cannot have answered.
    if ((el._held = !tell(el, "input", el.value))) el._n = Infinity;
  });
  on("change", e => { if (isField(e.target)) tell(e.target, "change", valueOf(e.target)); });
  on("focusin", e => tell(e.target, "focus"));
  on("focusout", e => {
    const el = e.target;
    // A change was told before, if there was one.
    if (el._held && listens(el, "change") && !isQuiet(el)) {
      el._held = false;
      if (el._n === Infinity) { el._n = 0; show(el); }
    }
    tell(el, "blur");
  });
  listen("popstate", e => {
    const y = e.state && e.state.y || 0;
    if (isBack) {
      // The page is there already, with what it has opened since: only the address and the place have followed.
      isBack = false;
      if (path() === shown) return scrollTo(0, y);
    }
    const sheet = all("dialog[open]").pop();
    if (sheet) {
      // Back closes what lies over the page, which stays where it is.
      history.pushState({ y: scrollY, from: path() }, "", shown);
      return hooks.dismiss(sheet);
    }
    shown = path();
    landing = y;
    if (!tell(root(), "location", path())) location.reload();
  });

  // For the scripts that come next.
  window.live = { all, after, box, get, handled: () => handled, hooks, is, isCheck, isField, listen, listens, near, notice, on, page: () => token, say, send, stop, tell };

  // The page as it came.

  // A field's value as it came: browsers take line ends, and what does not fit, out of values.
  function untouched(el) {
    const twin = doc.createElement(el.localName);
    for (const name of ["type", "min", "max", "step"]) {
      if (el.hasAttribute(name)) twin.setAttribute(name, el.getAttribute(name));
    }
    twin.value = el.defaultValue;
    return twin.value;
  }

  for (const el of fields()) {
    el._v = isCheck(el) ? String(el.defaultChecked) : is(el, "SELECT") ? el.value : untouched(el);
    // Typed before this script was there.
    if (valueOf(el) !== el._v && !tellValue(el)) { el._n = Infinity; el._held = true; }
  }
  if ("scrollRestoration" in history) history.scrollRestoration = "manual";
  settle();
  state("connecting");
  // Not before the other scripts are there: what the host sends needs them.
  if (doc.readyState === "complete") connect(); else doc.addEventListener("DOMContentLoaded", connect);
})();
