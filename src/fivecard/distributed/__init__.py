"""Deals by the folder, settled by the cluster that is already there: Dask (the default), Ray or Spark.

A task is a file, or some row groups of a large Parquet file. Its result is written under another name, and moved to its
place when it is whole: a worker that is killed loses nothing, and nothing is seen of what it had begun. A run that was
stopped goes on where it was when it is started again. Results are those of one machine, byte for byte.

`settle` needs pyarrow and an engine (the extra `dask`, `ray` or `spark`), all workers need fivecard, and everybody the
same folders under the same names.
"""

from fivecard.distributed.engines import ENGINES, Engine
from fivecard.distributed.settling import Summary, settle

__all__ = ["ENGINES", "Engine", "Summary", "settle"]
