# SPDX-License-Identifier: Apache-2.0
"""Uses an app that it has never seen: finds what adds, fills what can be filled, finds its row again, edits and deletes it.

It looks for what a person would look for: names as "Add" and "Save", a plus, a waste basket, the actions of a row. A list
of apps may name what an app calls otherwise.
"""
import json
import re
import time

from chromium import Failure

# What the page is asked. Elements are named by a mark, so that one can click them.
SCRIPT = r"""
window.robot = (() => {
  const shown = el => el.getClientRects().length > 0 && (!el.checkVisibility || el.checkVisibility({ visibilityProperty: true }));
  const top = () => [...document.querySelectorAll("dialog[open]")].pop() || [...document.querySelectorAll("[popover]:popover-open")].pop() || document.body;
  const nameOf = el => (el.getAttribute("aria-label") || el.innerText || el.title || "").trim().replace(/\s+/g, " ");
  const symbols = el => [el, ...el.querySelectorAll("[data-symbol]")].map(each => each.dataset.symbol).filter(Boolean);
  let count = 0;
  const mark = el => { el.dataset.robot = el.dataset.robot || String(++count); return el.dataset.robot; };
  const outer = el => !(el.parentElement && el.parentElement.closest("button,a[href],summary"));
  const buttons = (within, hidden) => [...within.querySelectorAll("button,a[href],summary,[role=button],[data-e~=click]")]
    .filter(el => (hidden || shown(el)) && outer(el) && !el.matches(".s-row-content,.s-row"))
    .map(el => ({ mark: mark(el), name: nameOf(el), symbols: symbols(el), disabled: el.disabled || el.getAttribute("aria-disabled") === "true",
      row: !!el.closest(".s-row"), back: el.matches(".s-back,.s-split-back"), menu: el.matches("summary"),
      tab: !!el.closest(".s-tab-bar"), destructive: el.matches(".s-destructive"), bar: !!el.closest(".s-navigation-bar,.s-bottom-bar") }));
  const fields = () => [...top().querySelectorAll("input,textarea,select")]
    .filter(el => shown(el) && !el.disabled && !/^(search|file|range|color|hidden)$/.test(el.type) && !el.readOnly)
    .map(el => ({ mark: mark(el), kind: el.matches("select") ? "select" : el.matches("textarea") ? "text" : el.type, mode: el.inputMode || "",
      value: el.type === "checkbox" ? String(el.checked) : el.value, name: el.placeholder || nameOf(el) || (el.labels && el.labels[0] ? nameOf(el.labels[0]) : ""),
      draft: el.hasAttribute("data-draft"), options: el.matches("select") ? [...el.options].map(o => o.value) : [] }));
  // The row, or the smallest thing that can be clicked or has actions, with a text.
  const holders = text => [...top().querySelectorAll(".s-row,[data-e~=click],a[href],tr")].filter(el => shown(el) && el.innerText && el.innerText.includes(text));
  const row = text => holders(text).find(el => el.matches(".s-row,tr")) || holders(text).pop();
  return {
    state: () => ({ path: location.pathname, dialogs: document.querySelectorAll("dialog[open]").length, rows: document.querySelectorAll(".s-row").length,
      fields: fields().length, text: top().innerText.replace(/\s+/g, " ") }),
    buttons: () => buttons(top()), fields,
    has: (text, without) => top().innerText.includes(text) || fields().some(f => f.value.includes(text) && !without.includes(f.mark)),
    rows: () => [...top().querySelectorAll(".s-row")].filter(shown).map(el => el.innerText.trim()),
    actions: text => { const el = row(text); return el ? buttons(el, true) : []; },
    menu: text => { let el = row(text), found; for (let at = el; at && !found; at = at.parentElement) found = at.querySelector(":scope > .s-context-menu");
      if (!found && el) found = el.querySelector(".s-context-menu"); return found ? buttons(found, true) : []; },
    // The second choice of each menu that holds a picker: the first one often says that nothing is chosen.
    pick: () => { let count = 0;
      for (const menu of top().querySelectorAll("details.s-menu")) {
        const items = [...menu.querySelectorAll(".s-menu-items button, .s-menu-items [data-e~=click]")].filter(el => !el.disabled);
        if (shown(menu) && !menu.closest(".s-navigation-bar,.s-bottom-bar") && items.length > 1) { items[1].click(); count++; }
      }
      return count; },
    press: name => { const el = document.querySelector(`[data-robot="${name}"]`); if (el) el.click(); return !!el; },
    opener: text => { const el = row(text); if (!el) return null;
      const inner = el.querySelector(".s-row-content [data-e~=click], .s-row-content[data-e~=click], .s-row-content a[href]"); return mark(inner || el); },
  };
})(); 0
"""

ADDS = re.compile(r"^(add|new|create|\+|plus)\b|^\+$", re.I)
COMMITS = re.compile(r"^(save|done|add|create|ok|okay|confirm|submit|insert|update|apply|finish)\b", re.I)
EDITS = re.compile(r"^(edit|update|modify|change|rename)\b", re.I)
DELETES = re.compile(r"^(delete|remove|trash)\b", re.I)
# What a field is called that takes a number, whatever keyboard it asks for.
NUMBERS = re.compile(r"\b(year|points?|amount|price|cost|age|limit|count|quantity|duration|weight|reps|sets|rating)\b", re.I)
LEAVES = re.compile(r"^(cancel|close|dismiss|back)\b", re.I)


class Absent(Exception):
    """The app has nothing of the kind."""


class Robot:
    def __init__(self, page, hints, pause=0.0):
        self.page, self.hints, self.pause = page, hints, pause
        # The fields of a form that stays where it is: what was typed there is not yet what was added.
        self.form = []

    def ask(self, what):
        if self.page.run("!window.robot"):
            self.page.run(SCRIPT)
        return self.page.run("robot." + what)

    def has(self, name):
        return self.ask(f"has({json.dumps(name)}, {json.dumps(self.form)})")

    def rest(self):
        """Until what was done is shown, and nothing moves."""
        self.page.run("new Promise(done => setTimeout(done, 150))")
        self.page.rest()

    def click(self, mark):
        """By the mouse where a person could; a click from within where something needs scrolling or lies in a menu."""
        self.page.rest()
        spot = self.page.run(f"""(() => {{ const el = document.querySelector('[data-robot="{mark}"]'); if (!el) return null;
          el.scrollIntoView({{ block: "center", behavior: "instant" }}); const b = el.getBoundingClientRect();
          const x = b.left + b.width / 2, y = b.top + b.height / 2, hit = document.elementFromPoint(x, y);
          return hit && (el.contains(hit) || hit.contains(el)) ? [x, y] : []; }})()""")
        if spot:
            self.page.click_at(*spot)
        else:
            self.ask(f"press({json.dumps(mark)})")
        self.rest()

    def find(self, hint, pattern, symbols=(), within=None, disabled=False):
        """The best button: one that a hint names, one whose name says it, one whose symbol does."""
        found = [each for each in (within if within is not None else self.ask("buttons()")) if disabled or not each["disabled"]]
        wanted = self.hints.get(hint)
        if wanted:
            for each in found:
                if each["name"] == wanted or wanted in each["symbols"]:
                    return each
            return None
        ranked = []
        for index, each in enumerate(found):
            if each["back"] or each["tab"]:
                continue
            by_name = bool(pattern.search(each["name"]))
            by_symbol = any(symbol.startswith(symbols) for symbol in each["symbols"]) if symbols else False
            if by_name or by_symbol:
                ranked.append((each["row"], not each["bar"], not by_name, index, each))
        return min(ranked)[4] if ranked else None

    # What people do.

    def add(self, name):
        """Adds something that is called so; the text by which it is found again."""
        self.first()
        before = self.ask("state()")
        rows = self.ask("rows()")
        button = self.find("add", ADDS, ("plus", "square.and.pencil", "doc.badge.plus", "note.text.badge.plus"), disabled=True)
        if button and not button["disabled"]:
            self.click(button["mark"])
            if button["menu"]:
                choice = self.find("choice", ADDS) or next((each for each in self.ask("buttons()") if not each["disabled"]), None)
                if choice:
                    self.click(choice["mark"])
        elif not before["fields"]:
            raise Absent("nothing that adds")
        state = self.ask("state()")
        if state["fields"]:
            stays = state["dialogs"] == before["dialogs"] and state["path"] == before["path"]
            if stays:
                self.form = [field["mark"] for field in self.ask("fields()")]
            self.fill(name)
            self.commit(button if stays else None)
        self.first()
        if self.has(name):
            return name
        new = [row for row in self.ask("rows()") if row not in rows]
        if not new and len(self.ask("rows()")) <= len(rows):
            raise Failure(f"what was added is not shown: {self.ask('state()')['text'][:300]}")
        shown = new[0] if new else self.ask("rows()")[-1]
        return shown.splitlines()[0] if shown else name

    def fill(self, name):
        """Types into each field, key by key; chooses where something is required."""
        names = 0
        for field in self.ask("fields()"):
            if field["kind"] in ("text", "email", "url", "tel", "password"):
                number = field["mode"] in ("numeric", "decimal") or re.fullmatch(r"[^A-Za-z]*\d[\d.,]*[^A-Za-z]*", field["value"])
                number = number or NUMBERS.search(field["name"])
                names += not number
                self.put(field, self.number() if number else name if names == 1 else "Robot text")
            elif field["kind"] == "number":
                self.put(field, self.number())
        for field in self.ask("fields()"):
            # A field with a format takes numbers only.
            if field["draft"]:
                self.put(field, self.number())

    def number(self):
        return self.hints.get("number", "7")

    def put(self, field, text):

        self.page.run(f"""(() => {{ const el = document.querySelector('[data-robot="{field['mark']}"]'); if (!el) return;
          el.scrollIntoView({{ block: "center", behavior: "instant" }}); el.focus(); el.select && el.select(); }})()""")
        for letter in text:
            self.page.type(letter)
            if self.pause:
                time.sleep(self.pause)
        self.rest()

    def commit(self, opener=None):
        """What ends a form: a button that says so, Return, or nothing at all."""
        for attempt in range(3):
            button = self.find("save", COMMITS, ("checkmark",), disabled=True)
            if button and opener and not self.hints.get("save") and button["name"] == opener["name"] and button["disabled"]:
                button = None
            if not button:
                break
            if not button["disabled"]:
                before = self.ask("state()")
                self.click(button["mark"])
                if self.ask("state()") != before:
                    return
                break
            self.choose()
        if self.ask("state()")["dialogs"] == 0:
            self.page.key("Enter")
            self.rest()

    def choose(self):
        """Something is missing: the second choice of each menu."""
        self.ask("pick()")
        for field in self.ask("fields()"):
            if field["kind"] == "select" and len(field["options"]) > 1:
                self.page.run(f"""(() => {{ const el = document.querySelector('[data-robot="{field['mark']}"]'); el.value = {json.dumps(field['options'][1])};
                  el.dispatchEvent(new Event("change", {{ bubbles: true }})); }})()""")
        self.rest()

    def first(self):
        """Back to where the app begins: sheets are closed, pages are left."""
        for _ in range(6):
            state = self.ask("state()")
            if state["dialogs"]:
                leave = self.find("leave", LEAVES, ("xmark",))
                if leave:
                    self.click(leave["mark"])
                else:
                    self.page.key("Escape")
                    self.rest()
                continue
            back = next((each for each in self.ask("buttons()") if each["back"]), None)
            if not back:
                break
            self.click(back["mark"])
        if self.hints.get("tab"):
            tab = self.find("tab", LEAVES)
            if tab:
                self.click(tab["mark"])

    def edit(self, name, more):
        """Opens what is called so, and types at the end of its name; the new name."""
        self.first()
        if not self.has(name):
            raise Failure(f"'{name}' is not shown")
        field = self._named(name)
        if not field:
            self._open(name)
            field = self._named(name)
        if not field:
            button = self.find("edit", EDITS, ("pencil", "square.and.pencil"))
            if button:
                self.click(button["mark"])
                field = self._named(name)
        if not field:
            # Beside the row, or in its menu.
            self.first()
            button = (self.find("edit", EDITS, ("pencil", "square.and.pencil"), self.ask(f"actions({json.dumps(name)})"))
                      or self.find("edit", EDITS, ("pencil",), self.ask(f"menu({json.dumps(name)})")))
            if button:
                self.ask(f"press({json.dumps(button['mark'])})")
                self.rest()
                field = self._named(name)
        if not field:
            raise Absent("no field that has the name")
        self.page.run(f"(el => {{ el.focus(); el.setSelectionRange(el.value.length, el.value.length); }})(document.querySelector('[data-robot=\"{field['mark']}\"]'))")
        self.page.type(more)
        self.rest()
        self.commit()
        self.first()
        new = name + more
        self.page.wait(f"document.body.innerText.includes({json.dumps(new)}) || [...document.querySelectorAll('input,textarea')].some(e => e.value.includes({json.dumps(new)}))",
                       f"'{new}' is shown", timeout=10)
        return new

    def _named(self, name):
        return next((each for each in self.ask("fields()") if each["value"] == name and each["mark"] not in self.form and each["kind"] in ("text", "textarea")), None)

    def _open(self, name):
        if self.hints.get("opens") == "no":
            raise Absent("a row leads nowhere")
        mark = self.ask(f"opener({json.dumps(name)})")
        if mark:
            self.click(mark)

    def search(self, name):
        self.first()
        if self.hints.get("search") == "beside":
            raise Absent("what it finds is shown beside the rest")
        found = self.page.run("(el => !!el && el.getClientRects().length > 0)(document.querySelector('input[type=search]'))")
        if not found:
            raise Absent("no field that searches")
        self.page.click("input[type=search]")
        self.page.type("qqqq")
        self.page.wait(f"!document.body.innerText.includes({json.dumps(name)})", "the search hides it", timeout=10)
        self.page.run("document.querySelector('input[type=search]').select()")
        self.page.type(name[:5])
        self.page.wait(f"document.body.innerText.includes({json.dumps(name)})", "the search finds it", timeout=10)
        self.page.run("document.querySelector('input[type=search]').select()")
        self.page.key("Backspace")
        self.rest()

    def delete(self, name):
        """By what the row offers, by its menu, by a button in it, or where it leads."""
        self.first()
        symbols = ("trash", "minus.circle", "xmark.bin")
        where = json.dumps(name)
        if not self.has(name):
            raise Failure(f"'{name}' is not shown")
        button = self.find("delete", DELETES, symbols, self.ask(f"actions({where})")) or self.find("delete", DELETES, symbols, self.ask(f"menu({where})"))
        if button:
            self.ask(f"press({json.dumps(button['mark'])})")
            self.rest()
        else:
            self._open(name)
            button = self.find("delete", DELETES, symbols)
            if not button:
                edit = self.find("edit", EDITS, ("pencil",))
                if edit:
                    self.click(edit["mark"])
                    button = self.find("delete", DELETES, symbols)
            if not button:
                raise Absent("nothing that deletes")
            self.click(button["mark"])
        for _ in range(2):
            # It may ask whether one is sure.
            if self.ask("state()")["dialogs"]:
                sure = self.find("sure", re.compile(r"^(delete|remove|yes|ok|confirm)\b", re.I), symbols)
                if sure:
                    self.click(sure["mark"])
        self.first()
        self.page.wait(f"!document.body.innerText.includes({where})", f"'{name}' is gone", timeout=10)
