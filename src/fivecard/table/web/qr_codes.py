"""QR codes of addresses, as SVG: drawn here, so that no other server learns of a table."""

from io import BytesIO

import segno


def qr_code(text: str) -> bytes:
    """Draw a QR code, dark on light with the margin that readers need."""
    drawn = BytesIO()
    segno.make_qr(text, error="m").save(drawn, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True)
    return drawn.getvalue()
