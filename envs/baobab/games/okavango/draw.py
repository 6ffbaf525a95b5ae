def draw_text(game, row, viewer):
    return ""


def draw_svg(game, row, viewer):
    return ""
