/** Programs that compute, read and print, or write the files that they name: what they use, `+` for a file that is written. */
export const harmlessPython: readonly (readonly [program: string, files: string])[] = [
  ['print(1)', ''],
  ['print(round(2.675, 2), 0.1 + 0.2)', ''],
  ["print(12 * 40, 'connections of', 500)", ''],
  ['import sys; print(sys.prefix, sys.version_info >= (3, 9))', ''],
  ["import json, sys; print(json.load(sys.stdin)['a'])", ''],
  ["import json, sys\nfor r in json.load(sys.stdin):\n    print(r['name'], r.get('size', 0))", ''],
  ["import json; print(json.dumps(json.load(open('a.json')), indent=2, sort_keys=True))", 'a.json'],
  ['d = __name__\nprint(d)', ''],
  ["import re; print(re.sub(r'(\\d+)', lambda m: str(int(m.group(1)) + 1), 'a1b2'))", ''],
  [
    "import re, collections\nc = collections.Counter()\nfor line in open('a.log', errors='replace'):\n    m = re.search(r'(\\w+Error)\\b', line)\n    if m: c[m.group(1)] += 1\nprint(c.most_common(10))\n",
    'a.log',
  ],
  [
    "import csv, statistics as st\nrows = list(csv.DictReader(open('a.csv')))\nfor s in sorted({r['k'] for r in rows}):\n    v = [float(r['ms']) for r in rows if r['k'] == s]\n    print(s, len(v), round(st.mean(v), 2))\n",
    'a.csv',
  ],
  ["with open('a.txt') as f:\n    for n, line in enumerate(f, 1):\n        print(n, line.rstrip())", 'a.txt'],
  ["import hashlib; print(hashlib.sha256(open('a.txt', 'rb').read()).hexdigest())", 'a.txt'],
  [
    'from datetime import datetime, timedelta\nprint((datetime(2026, 1, 1) + timedelta(days=3)).isoformat())',
    '',
  ],
  ['import datetime; print(datetime.datetime.fromtimestamp(0, datetime.timezone.utc))', ''],
  ["import base64; print(base64.b64decode('YQ==').decode())", ''],
  [
    "from urllib.parse import urlparse, parse_qs\nprint(parse_qs(urlparse('http://a.example/?b=1').query))",
    '',
  ],
  ["import urllib.parse; print(urllib.parse.quote('a b'))", ''],
  ['import math; print(math.ceil(7 / 2), math.pi, [math.comb(5, k) for k in range(6)])', ''],
  [
    "from decimal import Decimal, ROUND_HALF_UP\nfor v in ('2.675', '1.005'):\n    print(v, Decimal(v).quantize(Decimal('0.01'), ROUND_HALF_UP))",
    '',
  ],
  ["import itertools\nprint(list(itertools.product('ab', repeat=2)))", ''],
  ["import textwrap; print(textwrap.dedent('  a'))", ''],
  ["import struct; print(struct.unpack('<I', b'\\x01\\x00\\x00\\x00'))", ''],
  ['import uuid; print(len(str(uuid.uuid4())))', ''],
  [
    "def crc(d, c=0xFFFF):\n    for b in d:\n        c ^= b << 8\n        for _ in range(8): c = (c << 1 ^ 0x1021) & 0xFFFF if c & 0x8000 else c << 1 & 0xFFFF\n    return c\nprint(hex(crc(b'123456789')))",
    '',
  ],
  ['def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint([fib(i) for i in range(10)])', ''],
  ['f = lambda x: x * 2\nprint(f(4))', ''],
  [
    "import ast\nt = ast.parse(open('a.py').read())\nprint([n.name for n in ast.walk(t) if isinstance(n, ast.FunctionDef)])",
    'a.py',
  ],
  [
    "import xml.etree.ElementTree as E\nr = E.parse('a.xml').getroot()\nprint(r.tag, [c.get('name') for c in r.iter('testcase')])",
    'a.xml',
  ],
  [
    "import glob\nfor f in sorted(glob.glob('sub/*.txt')):\n    print(f, len(open(f).read()))",
    'glob sub/*.txt',
  ],
  [
    "import glob\nprint(sum(len(open(f).read()) for f in glob.glob('sub/**/*.txt', recursive=True)))",
    'below sub/',
  ],
  [
    "import pathlib\nfor p in pathlib.Path('sub').rglob('*.txt'):\n    print(p.name, len(p.read_text().splitlines()))",
    'below sub',
  ],
  [
    "import os\nfor root, dirs, files in os.walk('sub'):\n    for f in files:\n        print(f, len(open(os.path.join(root, f)).read()))",
    'sub, below sub',
  ],
  ["import os\nprint(sorted(os.listdir('sub')), os.path.getsize('a.txt'))", 'sub, a.txt'],
  ["from pathlib import Path\nprint((Path('sub') / 'b.txt').read_text().upper())", 'sub/b.txt'],
  ["from pathlib import Path\np = Path('out.txt')\np.write_text('a')", '+out.txt'],
  [
    "import pathlib\np = pathlib.Path('a.txt')\np.write_text(p.read_text().replace('x', 'y'))",
    'a.txt, +a.txt',
  ],
  [
    "s = open('a.txt').read()\ns = s.replace('x', 'y').replace('z', '')\nopen('a.txt', 'w').write(s)",
    'a.txt, +a.txt',
  ],
  [
    "import json\nd = json.load(open('a.json'))\nd['version'] = '2.0.0'\nwith open('a.json', 'w') as f:\n    json.dump(d, f, indent=2)\n    f.write('\\n')",
    'a.json, +a.json',
  ],
  [
    "import re\nfor name in ['a.txt', 'sub/b.txt']:\n    with open(name) as f: s = f.read()\n    s = re.sub('x', 'y', s)\n    with open(name, 'w') as f: f.write(s)",
    'a.txt, sub/b.txt, +a.txt, +sub/b.txt',
  ],
  [
    "import os, json\nos.makedirs('out', exist_ok=True)\nwith open('out/a.json', 'w') as f: json.dump([1], f)",
    '+out, +out/a.json',
  ],
  ["d = 'sub'\nprint(open(f'{d}/b.txt').read())", 'sub/b.txt'],
  [
    "def count(name):\n    with open(name) as f:\n        return len(f.readlines())\nprint(count('a.txt'), count('sub/b.txt'))",
    'a.txt, sub/b.txt',
  ],
  [
    "try:\n    import tomllib\n    print(tomllib.load(open('a.toml', 'rb'))['a'])\nexcept Exception as e:\n    print('no', e)",
    'a.toml',
  ],
  ["x = 3\nprint(f'{x:>5} {x!r} {x=} {x * 2:.2f}', '{} {a:3}'.format(1, a=2), '%d' % x)", ''],
  [
    "import sys\nfor line in sys.stdin:\n    a, _, b = line.partition('=')\n    sys.stdout.write(b.strip() + a)\nsys.exit(0)",
    '',
  ],
  [
    "a = {'x': [1, 2], **{'y': []}}\nfor k, v in a.items():\n    while v:\n        print(k, v.pop())\nassert a\n# done",
    '',
  ],
  [
    "total = sum(\n    int(line.split()[1])  # second column\n    for line in open('a.txt')\n    if len(line.split()) > 1 and line.split()[1].isdigit()\n)\nprint(total)",
    'a.txt',
  ],
  [
    "import pandas as pd; print(pd.read_csv('a.csv').groupby('plan').price.agg(['mean', 'count']).to_string())",
    'a.csv',
  ],
  [
    "import pandas as pd\ndf = pd.read_parquet('a.parquet', columns=['x'])\nprint(df[df.x > 1].x.mean(), df.shape)",
    'a.parquet',
  ],
  ['import numpy as np; print(np.quantile(np.random.default_rng(0).normal(size=9), [.5]).round(3))', ''],
  ["import yaml; print(yaml.safe_load(open('a.yaml'))['x'])", 'a.yaml'],
  [
    "import soundfile as sf, numpy as np\nx, sr = sf.read('out/ir.wav')\nprint(sr, np.max(np.abs(x)))",
    'out/ir.wav',
  ],
  ["import rasterio\nwith rasterio.open('dem.tif') as d: print(d.crs, d.read(1).max())", 'dem.tif'],
  [
    "import polars as pl\nprint(pl.scan_parquet('raw/*.parquet').group_by('k').agg(pl.len()).collect())",
    'raw/*.parquet',
  ],
  [
    "from own.catalog import Catalog\nc = Catalog.load('own.yaml')\nprint([t.name for t in c.tables()], getattr(c, 'kind', None))",
    'own.yaml',
  ],
  ["import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('/tmp/a.png', dpi=120)", '+/tmp/a.png'],
  [
    "import sqlglot; print(sqlglot.transpile(open('a.sql').read().split('{{')[0], read='snowflake'))",
    'a.sql',
  ],
];
