# SPDX-License-Identifier: MIT
"""The tiles of a map as arrays."""
from . import _core

#: In the bytes of a tile: where its number is, and where its flags are, which some layers have.
_NUMBER = {"game": 0, "front": 0, "tele": 1, "speedup": 2, "switch": 1, "tune": 1}
_FLAGS = {"game": 1, "front": 1, "switch": 2}


class Map:
    """The layers of a map that the game plays on. A tee at x, y is on `tiles()[y // 32, x // 32]`."""

    def __init__(self, data):
        #: The bytes of the map file.
        self.data = bytes(data)
        self._layers = _core.map_layers(self.data)

    def __repr__(self):
        sizes = ", ".join(f"{name} {layer[0]}x{layer[1]}" for name, layer in self._layers.items())
        return f"<teetape.Map: {sizes}>"

    @property
    def layers(self):
        """Returns the names of the layers: "game", and perhaps "front", "tele", "speedup", "switch" and "tune"."""
        return list(self._layers)

    def values(self, layer="game"):
        """The bytes of each tile, an array of height, width and bytes (teetape/map_design.h has their meaning)."""
        import numpy

        if layer not in self._layers:
            raise ValueError(f"the map has no layer '{layer}'; it has {', '.join(self._layers)}")
        width, height, size, data = self._layers[layer]
        return numpy.frombuffer(data, "u1").reshape(height, width, size)

    def tiles(self, layer="game"):
        """The numbers of the tiles (teetape/map.h), an array of height and width: 0 air, 1 solid, 2 death, 9 freeze, ..."""
        return self.values(layer)[:, :, _NUMBER[layer]]

    def flags(self, layer="game"):
        """The flags of the tiles: a sum of 1 mirrored left to right, 2 top to bottom, 4 opaque, 8 turned by 90 degrees."""
        values = self.values(layer)
        if layer not in _FLAGS:
            raise ValueError(f"tiles of the layer '{layer}' have no flags")
        return values[:, :, _FLAGS[layer]]
