"""The human body: anthropometry → mechanism.

sn.human.segments(stature=1.80, mass=75, sex="male")       the segments as a table
sn.human.body(stature=1.80, mass=75, sex="male")           sixteen segments in space
sn.human.sagittal(stature=1.80, mass=75, sex="male")       seven segments in the sagittal plane
"""

from snodo.human.sagittal_body import sagittal
from snodo.human.segment_table import Segment, Segments, segments
from snodo.human.spatial_body import body

__all__ = ["Segment", "Segments", "body", "sagittal", "segments"]
