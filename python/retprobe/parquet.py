"""Writes tables as Parquet files. The rest of a document is JSON in the file's metadata."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from retprobe.files import written_whole

METADATA_KEY = b"retprobe"


def write_parquet(
    table: pd.DataFrame, rest: dict[str, Any], path: str | Path, *, overwrite: bool = False
) -> None:
    """Writes `table`, and `rest` as JSON under METADATA_KEY. Raises ResultError as
    files.written_whole does."""
    made = pa.Table.from_pandas(table, preserve_index=False)
    made = made.replace_schema_metadata(
        {**(made.schema.metadata or {}), METADATA_KEY: json.dumps(rest).encode()}
    )
    with written_whole(path, overwrite=overwrite) as part:
        pq.write_table(made, part, compression="zstd")


def is_parquet(path: str | Path) -> bool:
    """Whether a file is Parquet, by its first bytes. False also if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False
