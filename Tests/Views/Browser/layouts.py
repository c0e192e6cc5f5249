# SPDX-License-Identifier: Apache-2.0
"""Where the parts of LayoutCases.swift, AlignmentCases.swift, ProposalCases.swift and ContainerCases.swift have to be: left,
top, width and height in their room of 300 by 200 points; None where that depends on the font."""

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

# What layouts of the app's place.
PLACED = {
    "stairs": {"a": (110, 70, 50, 20), "b": (160, 90, 30, 40)},
    "stairs-leading": {"a": (0, 70, 50, 20), "b": (0, 90, 30, 40)},
    "in-corner": {"a": (250, 180, 50, 20)},
}

ALIGNMENT = {
    "away": {"s": (110, 80, 80, 40), "a": (110, 80, 50, 20), "b": (130, 100, 60, 20)},
    "colon": {"s": (95, 80, 110, 40), "a": (95, 80, 50, 20), "b": (145, 100, 60, 20)},
    "below": {"s": (95, 70, 110, 60), "a": (95, 100, 50, 20), "b": (145, 70, 60, 60)},
    "both": {"s": (107.5, 65, 85, 70), "a": (107.5, 65, 50, 50), "b": (132.5, 75, 60, 60)},
    "around": {"c": (102.5, 65, 95, 70), "a": (117.5, 80, 50, 20), "b": (127.5, 105, 60, 20)},
    "reversed": {"a": (135, 80, 50, 20), "b": (115, 100, 60, 20)},
    "steps": {"0": (120, 80, 20, 20), "1": (140, 90, 20, 20), "2": (160, 100, 20, 20)},
    "other": {"a": (120, 80, 50, 20), "b": (120, 100, 60, 20)},
    "badge": {"a": (100, 70, 100, 60), "b": (190, 60, 20, 20)},
    "under": {"a": (100, 70, 100, 60), "b": (125, 130, 50, 50)},
    "frame": {"f": (100, 50, 100, 100), "a": (130, 50, 20, 20)},
    "third": {"a": (120, 75, 20, 30), "b": (140, 55, 20, 90), "c": (160, 65, 20, 60)},
    # Guides of what lies further within count for the stacks around it.
    "name": {"a": (130, 97.5, 20, 20), "b": (130, 117.5, 20, 40), "c": (150, 42.5, 20, 50), "d": (150, 92.5, 20, 30)},
    "columns": {"a": (130, 80, 30, 20), "b": (160, 80, 50, 20), "c": (90, 100, 70, 20), "d": (160, 100, 20, 20)},
}

# What ProposalCases.swift shows. Each expectation follows from what is cited above it.
PROPOSALS = {
    # Apple, frame(minWidth:idealWidth:maxWidth:…): with a maximum alone, and an offer above the size of the view, the frame
    # is as large as the offer, clamped to that maximum; with a minimum alone, and an offer below that size, as large as the
    # offer. The view in it keeps its own size: netsplit.com, "Flexible Frames".
    "limit": {"f": (100, 90, 100, 20), "b": (75, 90, 150, 20)},
    "squeezed": {"f": (75, 90, 150, 20), "b": (50, 90, 200, 20)},
    # Apple, ProposedViewSize.replacingUnspecifiedDimensions(by:): 10 points stand for what is not specified; a color in a
    # view of fixed size is that large.
    "color-fixed": {"c": (145, 95, 10, 10)},
    # Apple, fixedSize(horizontal:vertical:): the ideal size in the given directions, the offer in the other one.
    "fixed-one": {"f": (110, 0, 80, 200)},
    # Hacking with Swift, "How to make two views the same width or height": the stack is as high as the highest, and all of
    # them fill that.
    "equal-heights": {"f": (100, 70, 50, 60), "a": (100, 90, 50, 20), "g": (150, 70, 50, 60)},
    "equal-widths": {"f": (90, 80, 120, 20), "g": (90, 100, 120, 20), "b": (120, 100, 60, 20)},
    # objc.io, "Thinking in SwiftUI", on stacks: the least flexible view is asked first, with an equal share of what is left.
    "shares": {"a": (0, 0, 50, 200), "b": (50, 0, 210, 200), "c": (260, 90, 40, 20)},
    # Apple, Spacer.minLength: the least length a spacer is shrunk to. The stack is larger than its frame, in its middle.
    "least-spacer": {"a": (-10, 90, 130, 20), "b": (180, 90, 130, 20)},
    # Apple, layoutPriority(_:): those of the highest priority are offered all the room, less the minimum of the others; the
    # rest is for these.
    "priorities": {"a": (0, 0, 120, 200), "b": (120, 0, 120, 200), "c": (240, 0, 60, 200)},
    "priority-limit": {"a": (0, 0, 100, 200), "b": (100, 0, 200, 200)},
    # Apple, aspectRatio(_:contentMode:) and ContentMode: the largest that fits, or the smallest that fills, the offer.
    "ratio-tall": {"c": (100, 0, 100, 200)},
    "ratio-fill": {"c": (0, -200, 300, 600)},
    # Apple, padding(_:_:): room at the given edges alone; a background is as large as the view with it.
    "edges": {"c": (110, 85, 80, 30), "b": (140, 85, 50, 20)},
    # Apple, offset(x:y:): the view is drawn elsewhere, and keeps the room that it had.
    "moved": {"a": (75, 90, 50, 20), "b": (135, 120, 50, 20), "c": (175, 90, 50, 20)},
    # Apple, position(x:y:): the middle of the view, from the corner of the room that its container offers.
    "middle": {"a": (0, 90, 100, 20), "b": (140, 10, 20, 20)},
    # Apple, ZStack: as large as all of its views together, each of them aligned in that.
    "union": {"a": (100, 90, 100, 20), "b": (100, 60, 20, 80)},
    # Apple, overlay(alignment:content:): several views are a stack with the same alignment.
    "overlays": {"a": (100, 70, 100, 60), "b": (100, 90, 40, 40), "c": (100, 110, 20, 20)},
    # Apple, alignmentGuide(_:computeValue:); swiftui-lab.com, "Alignment Guides in SwiftUI": the guide is laid on that of the
    # frame.
    "trailing-guide": {"f": (100, 50, 100, 100), "a": (170, 130, 20, 20)},
}

# What ContainerCases.swift shows.
CONTAINERS = {
    # Apple, gridCellColumns(_:): the cell is as wide as both columns with what is between them.
    "spans": {"a": (95, 75, 40, 20), "b": (145, 75, 60, 20), "c": (100, 105, 100, 20)},
    # Apple, Grid: a view in no row is a row of its own, in a cell over all columns; the grid's alignment counts there, too.
    "whole-row": {"a": (95, 75, 40, 20), "b": (145, 75, 60, 20), "c": (95, 105, 20, 20)},
    # Apple, gridColumnAlignment(_:): of all the cells of the column.
    "column-end": {"a": (140, 80, 20, 20), "b": (160, 80, 40, 20), "c": (100, 100, 60, 20), "d": (160, 100, 40, 20)},
    # Apple, gridCellAnchor(_:): the point of the cell on which the same point of the view lies.
    "anchored": {"a": (110, 70, 20, 20), "b": (170, 70, 20, 40), "c": (110, 110, 60, 20), "d": (170, 110, 20, 20)},
    # Apple, GridItem.Size.adaptive(minimum:maximum:): as many of the least width as fit, which then share what is left.
    "adaptive": {"0": (0, 75, 93.3, 20), "1": (103.3, 75, 93.3, 20), "2": (206.7, 75, 93.3, 20), "3": (0, 105, 93.3, 20)},
    # objc.io, "Thinking in SwiftUI", on scroll views: no end in the direction of scrolling, and across it as large as the
    # content.
    "scroll-wide": {"a": (0, 90, 200, 20), "b": (200, 90, 200, 20)},
    # Apple, containerRelativeFrame(_:count:span:spacing:alignment:), whose formula gives ((300 - 3 * 10) / 4) * 3 + 2 * 10.
    "share-of-container": {"0": (0, 90, 222.5, 20), "1": (232.5, 90, 222.5, 20)},
    # Apple, containerRelativeFrame(_:alignment:): as wide as the scroll view.
    "whole-container": {"0": (0, 90, 300, 20), "1": (300, 90, 300, 20)},
    # Apple, safeAreaInset(edge:alignment:spacing:content:): the view has that much less, and the distance besides.
    "inset": {"c": (0, 0, 300, 150), "b": (100, 160, 100, 40)},
    # Apple, GeometryReader: takes what it is offered, with its content in the upper leading corner; the closure gets that size.
    "reader": {"r": (0, 0, 200, 200), "a": (0, 0, 100, 50), "b": (200, 90, 100, 20)},
    # Apple, ViewThatFits: the first view whose ideal size fits.
    "fits": {"b": (50, 90, 200, 20)},
    # Apple, Divider: across the minor axis of its stack.
    "line-across": {"a": (125, 50, 50, 49), "d": (0, 99, 300, None), "b": (125, 100, 50, 50)},
    # Apple, LabeledContent: in a form, the content is at the trailing edge. A form is 268 points wide without its margins.
    "labeled-block": {"b": (228, None, 40, 20)},
}

# Those whose measures are the font's: what has to be true of their parts.
BY_FONT = {
    # Apple, VerticalAlignment.lastTextBaseline: with one font, the last lines have one lower edge.
    "last-line": lambda a, b: a[3] > 2 * b[3] and abs(a[1] + a[3] - b[1] - b[3]) < 1,
    # Apple, lineLimit(_:).
    "two-lines": lambda a, b: a[2] <= 150 and abs(a[3] - 2 * b[3]) < 1,
    # Apple, minimumScaleFactor(_:): the text is smaller, on one line, before anything of it is left out.
    "scaled": lambda a, b: a[2] > 120 >= b[2] - 0.6 and 0.5 * a[3] - 1 < b[3] < a[3],
}

# Where a browser shows something else, and why. The test fails as soon as one of these is right, so that it is taken out.
DIFFERENT = {
    # CSS takes the width of what lies in a box as a whole; a limit of the room's width would hold within what scrolls, too.
    "squeezed": "A frame with a least width alone is as wide as the view in it, also in less room.",
    # So that a browser can scroll to all of it: nothing leads to what lies beyond the beginning.
    "least-spacer": "A stack that takes all the room, and has too much in it, begins at its leading edge.",
    "anchored": "`gridCellAnchor` has no effect, which the log says.",
    # In CSS, only a box whose size depends on nothing within it can be what others are measured by.
    "share-of-container": "Within what scrolls to the side, `containerRelativeFrame` shares the room of its stack; the log says so.",
    "whole-container": "As for `share-of-container`.",
}

COUNT = len(LAYOUT) + len(ALIGNMENT) + len(PROPOSALS) + len(CONTAINERS) + len(BY_FONT)
