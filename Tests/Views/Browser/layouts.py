# SPDX-License-Identifier: Apache-2.0
"""Where the parts of LayoutCases.swift have to be: left, top, width and height in their room of 300
by 200 points; None where that depends on the font."""

LAYOUT = {
    "row": {"a": (106, 90, 50, 20), "b": (164, 80, 30, 40)},
    "row-top": {"a": (110, 80, 50, 20), "b": (160, 80, 30, 40)},
    "row-bottom": {"a": (100, 100, 50, 20), "b": (170, 80, 30, 40)},
    "column": {"a": (125, 65, 50, 20), "b": (145, 95, 30, 40)},
    "halves": {"a": (0, 0, 150, 200), "b": (150, 0, 150, 200)},
    "ends": {"a": (0, 90, 40, 20), "b": (260, 90, 40, 20)},
    "thirds": {"a": (0, 90, 30, 20), "b": (100, 90, 30, 20), "c": (270, 90, 30, 20)},
    "gap": {"s": (105, 90, 90, 20), "a": (105, 90, 20, 20), "b": (175, 90, 20, 20)},
    "corner": {"a": (100, 50, 100, 100), "b": (180, 130, 20, 20)},
    # What does not fit goes beyond both sides.
    "too-wide": {"a": (-50, 90, 200, 20), "b": (150, 90, 200, 20)},
    # A line is as long as what is beside it.
    "line": {"a": (100, 80, 50, 40), "d": (150, 80, 1, 40), "b": (151, 90, 49, 20)},
    "at-start": {"b": (100, 50, 20, 20)},
    "at-end": {"b": (280, 180, 20, 20)},
    "least": {"f": (100, 90, 100, 20), "b": (140, 90, 20, 20)},
    "most": {"f": (100, 80, 100, 40)},
    # An ideal length is for a view that is offered none.
    "ideal": {"f": (0, 0, 300, 200)},
    "ideal-fixed": {"f": (110, 80, 80, 40)},
    "within": {"b": (190, 90, 20, 20)},
    "beyond": {"f": (100, 90, 100, 20), "b": (75, 90, 150, 20)},
    "padded": {"c": (115, 80, 70, 40), "b": (125, 90, 50, 20)},
    # An image that is shown whole takes no more than its proportions say.
    "picture": {"a": (120, 80, 40, 40), "b": (160, 90, 20, 20)},
    "picture-wide": {"a": (130, 70, 40, 40), "b": (140, 110, 20, 20)},
    "ratio": {"c": (0, 25, 300, 150)},
    "low": {"a": (0, 0, 0, 200), "b": (0, 0, 300, 200)},
    "high": {"a": (0, 0, 260, 200), "b": (260, 0, 40, 200)},
    "high-column": {"a": (0, 0, 300, 170), "b": (0, 170, 300, 30)},
    "grid": {"a": (95, 70, 50, 20), "b": (160, 70, 30, 20), "c": (110, 100, 20, 20), "d": (145, 90, 60, 40)},
    # A cell that takes all the room there is makes its column and its row do so.
    "grid-grows": {"a": (0, None, 50, 20), "b": (50, 0, 250, None), "c": (15, None, 20, 30), "d": (50, None, 250, None)},
    "grid-unsized": {"a": (105, 75, 50, 20), "b": (155, 75, 40, 20), "c": (120, 95, 20, 30), "d": (155, 95, 40, 30)},
    "over": {"a": (100, 70, 100, 60), "b": (180, 70, 20, 20)},
    "over-large": {"a": (125, 90, 50, 20), "b": (110, 80, 80, 30)},
    "behind": {"a": (125, 75, 50, 50), "b": (125, 95, 100, 10)},
}
