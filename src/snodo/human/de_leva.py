"""Segment inertia parameters of young adults: the table of de Leva.

P. de Leva, Adjustments to Zatsiorsky–Seluyanov's segment inertia parameters, J. Biomech. 29(9), 1223–1230, 1996,
Table 4.  Mass is a fraction of body mass; the centre of mass lies on the line of the endpoints, at a fraction of the
segment's length from the first; the radii of gyration about it are fractions of the length, about the sagittal
(antero-posterior), transverse (medio-lateral) and longitudinal axes of the anatomical position (palms forward).
Of the foot, heel to toe is the longitudinal axis and the vertical takes the place of the sagittal one.

Some segments are listed a second time with another endpoint.  The centre of mass is the same point, so that its two
fractions c, c′ give the other length:

    c′ L′ = c L                        the first endpoint is shared                    (1)
    (1 − c′) L′ = (1 − c) L            the second endpoint is shared                   (2)

Endpoints: VERT vertex, MIDG between the gonions (angles of the jaw), CERV cervicale (seventh neck vertebra), SUPR
suprasternale (upper end of the breastbone), XYPH xiphion (its lower end), OMPH omphalion (navel); centres of joints:
MIDH between the hips, MIDS between the shoulders, SJC shoulder, EJC elbow, WJC wrist, HJC hip, KJC knee, AJC ankle;
MET3 third knuckle, DAC3 tip of the third finger, TTIP tip of the longest toe.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Row(NamedTuple):
    """One segment of the table; the length is that of the mean subject [mm]."""

    endpoints: str
    length: float
    mass: float
    com: float
    sagittal: float
    transverse: float
    longitudinal: float

    def length_to(self, com: float) -> float:
        """Length from the first endpoint to another second one [mm], by (1)."""
        return self.com * self.length / com

    def length_from(self, com: float) -> float:
        """Length from another first endpoint to the second one [mm], by (2)."""
        return (1 - self.com) * self.length / (1 - com)


@dataclass(frozen=True)
class Population:
    """The mean subject and its segments."""

    stature: float
    """[m]"""
    mass: float
    """[kg]"""
    rows: dict[str, Row]
    trunk: Row
    """The three trunk segments as one."""
    head_to_cervicale: float
    """Centre of mass of the head as a fraction of VERT–CERV (row Head 2)."""
    trunk_from_shoulders: float
    """Centre of mass of the trunk as a fraction of MIDS–MIDH (row Trunk 3)."""
    hand_to_fingertip: float
    """Centre of mass of the hand as a fraction of WJC–DAC3 (row Hand 2)."""


MALE = Population(
    stature=1.741,
    mass=73.0,
    rows={
        "head": Row("VERT-MIDG", 203.3, 0.0694, 0.5976, 0.362, 0.376, 0.312),
        "upper_trunk": Row("SUPR-XYPH", 170.7, 0.1596, 0.2999, 0.716, 0.454, 0.659),
        "middle_trunk": Row("XYPH-OMPH", 215.5, 0.1633, 0.4502, 0.482, 0.383, 0.468),
        "lower_trunk": Row("OMPH-MIDH", 145.7, 0.1117, 0.6115, 0.615, 0.551, 0.587),
        "upper_arm": Row("SJC-EJC", 281.7, 0.0271, 0.5772, 0.285, 0.269, 0.158),
        "forearm": Row("EJC-WJC", 268.9, 0.0162, 0.4574, 0.276, 0.265, 0.121),
        "hand": Row("WJC-MET3", 86.2, 0.0061, 0.7900, 0.628, 0.513, 0.401),
        "thigh": Row("HJC-KJC", 422.2, 0.1416, 0.4095, 0.329, 0.329, 0.149),
        "shank": Row("KJC-AJC", 434.0, 0.0433, 0.4395, 0.251, 0.246, 0.102),
        "foot": Row("HEEL-TTIP", 258.1, 0.0137, 0.4415, 0.257, 0.245, 0.124),
    },
    trunk=Row("SUPR-MIDH", 531.9, 0.4346, 0.4486, 0.372, 0.347, 0.191),
    head_to_cervicale=0.5002,
    trunk_from_shoulders=0.4310,
    hand_to_fingertip=0.3624,
)

FEMALE = Population(
    stature=1.735,
    mass=61.9,
    rows={
        "head": Row("VERT-MIDG", 200.2, 0.0668, 0.5894, 0.330, 0.359, 0.318),
        "upper_trunk": Row("SUPR-XYPH", 142.5, 0.1545, 0.2077, 0.746, 0.502, 0.718),
        "middle_trunk": Row("XYPH-OMPH", 205.3, 0.1465, 0.4512, 0.433, 0.354, 0.415),
        "lower_trunk": Row("OMPH-MIDH", 181.5, 0.1247, 0.4920, 0.433, 0.402, 0.444),
        "upper_arm": Row("SJC-EJC", 275.1, 0.0255, 0.5754, 0.278, 0.260, 0.148),
        "forearm": Row("EJC-WJC", 264.3, 0.0138, 0.4559, 0.261, 0.257, 0.094),
        "hand": Row("WJC-MET3", 78.0, 0.0056, 0.7474, 0.531, 0.454, 0.335),
        "thigh": Row("HJC-KJC", 368.5, 0.1478, 0.3612, 0.369, 0.364, 0.162),
        "shank": Row("KJC-AJC", 432.3, 0.0481, 0.4352, 0.267, 0.263, 0.092),
        "foot": Row("HEEL-TTIP", 228.3, 0.0129, 0.4014, 0.299, 0.279, 0.139),
    },
    trunk=Row("SUPR-MIDH", 529.3, 0.4257, 0.4151, 0.357, 0.339, 0.171),
    head_to_cervicale=0.4841,
    trunk_from_shoulders=0.3782,
    hand_to_fingertip=0.3427,
)

POPULATIONS = {"female": FEMALE, "male": MALE}

SINGLE = ("head", "upper_trunk", "middle_trunk", "lower_trunk")
"""Segments of which there is one; of all others there are two."""
