"""Archives whose bytes depend on nothing but their content: no clock, no user, no order of a folder."""
import gzip
import io
import tarfile
import zipfile

# 1980-01-01, the first day that a zip archive can say.
DAY = 315532800


def tar(path, entries):
    """`entries`: name in the archive, bytes, whether it can be run."""
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name, data, runs in entries:
                entry = tarfile.TarInfo(name)
                entry.size, entry.mtime, entry.mode = len(data), DAY, 0o755 if runs else 0o644
                archive.addfile(entry, io.BytesIO(data))


def zipped(path, entries):
    """The same as a zip archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, runs in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            archive.writestr(entry, data)
