import { wordSet } from '../../../word-set.ts';

/** Whether a package is one of those that read files, compute and show, and whose other functions say so in their names. */
export function onlyComputesIn(module: string): boolean {
  return packages.has(module);
}

const packages = wordSet(
  `numpy pandas polars scipy sklearn statsmodels pyarrow fastparquet xarray netCDF4 cftime h5py tables sympy mpmath networkx igraph shapely pyproj rasterio fiona geopandas rioxarray
  matplotlib seaborn plotly altair PIL cv2 skimage imageio tifffile soundfile librosa mido pysam Bio anndata obspy astropy pint uncertainties rdkit ase pymatgen mdtraj
  MDAnalysis trimesh meshio laspy gpxpy mercantile torch jax xgboost lightgbm catboost onnx onnxruntime safetensors sentencepiece
  dateutil pytz tzdata arrow pendulum yaml toml tomli tomlkit ruamel orjson ujson simplejson msgpack jsonschema pydantic attr attrs cattrs marshmallow lxml bs4 html5lib markdown
  mistune pygments sqlglot sqlparse pyparsing lark regex chardet charset_normalizer tabulate prettytable wcwidth packaging semver openpyxl xlrd docx pptx pypdf PyPDF2
  vcdvcd cocotb amaranth myhdl z3 bitstring construct elftools capstone pefile crcmod zstandard lz4 brotli snappy more_itertools`,
);
