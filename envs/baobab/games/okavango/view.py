def view(game, row, viewer):
    return {}


def explain(game, phase):
    return ""
