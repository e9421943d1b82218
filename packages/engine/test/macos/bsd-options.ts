/**
 * Programs that macOS takes from BSD, with the options of FreeBSD's manual and of Apple's, in the notation of the rows: `-n:` takes a
 * value, `-f:read` one that is a file. Before them the line they stand in: `{}` is where the options go, READ a file that is read,
 * WRITE one that is written, RUN a command that is carried.
 */
export const bsdOptions = `
cat {} READ | -belnstuv
head {} READ | -qv -n: -c:
tail {} READ | -Ffqrv -b: -c: -n:
wc {} READ | -Lclmw
cut {} -f 1 READ | -nsw -d:
sort {} READ | -bcCdfghiMmnRrsuVz -k: -S: -t: -T: -o:write
uniq {} READ | -cdDiu -f: -s:
uniq {} a.txt WRITE | -cdDiu -f: -s:
comm {} READ b.txt | -123i
join {} READ b.txt | -i -a: -e: -o: -t: -v: -1: -2: -j:
paste {} READ | -s -d:
nl {} READ | -p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w:
fold {} READ | -bs -w:
fmt {} READ | -chmnps -d: -l: -t: -w:
expand {} READ | -t:
unexpand {} READ | -a -t:
rev {} READ |
column {} READ | -tx -c: -s:
look {} x READ | -adf -t:
od {} READ | -aBbcDdeFfHhIiLlOosvXx -A: -j: -N: -t:
hexdump {} READ | -bcCdovx -e: -n: -s: -f:read
strings {} READ | -aox -n: -t:
stat {} READ | -FHlLnqrsx -f: -t:
ls {} READ | -1@ABCFGHILOPRSTUWXabcdefghiklmnopqrstuvwxy% -D:
du {} READ | -AHLPacghklmnrsx -B: -I: -d: -t:
df {} READ | -abcgHhIiklmnPYy -T:
grep {} x READ | -EFGHILMOPRSUVZabchilnopqrsvwxyzJX -A: -B: -C: -D: -d: -m:
grep {} a.txt | -f:read
grep {} READ | -e:
egrep {} x READ | -HILOPRSUVabchilnopqrsvwxyz -A: -B: -C: -m:
sed {} s/a/b/ READ | -Ealnrsu
sed {} WRITE | -E
sed -n {} READ | -e: -f:read
diff {} READ b.txt | -aBbcdefHhilnNopPqrsTtuwy -C: -D: -F: -I: -L: -S: -U: -W: -x: -X:read
cmp {} READ b.txt | -bhlsxz -i: -n:
touch {} WRITE | -acfhm -A: -d: -t: -r:
cp {} READ b.txt | -acfHiLlNnPpRrSsvXx
cp {} a.txt WRITE | -acfHiLlNnPpRrSsvXx
mv {} a.txt WRITE | -fhinv
rm {} WRITE | -dfiIPRrvWx
ln {} READ b.txt | -FLPfhinsvw
mkdir {} WRITE | -pv -m:
rmdir {} WRITE | -pv
chmod {} 600 WRITE | -fHhLPRvANCEIV
chown {} a WRITE | -fHhLPRvnx
chflags {} uchg WRITE | -fHhLPRvx
install {} a.txt WRITE | -bCcdpSsUv -B: -f: -g: -m: -o:
truncate {} WRITE | -cd -s: -l: -o: -r:
split {} READ | -d -a: -b: -l: -n: -p:
csplit {} READ 5 | -ks -f: -n:
tee {} WRITE | -ai
xargs {} RUN | -0oprtx -E: -I: -J: -L: -n: -P: -R: -S: -s:
env {} RUN | -0iv -P: -S: -u: -L: -U:
nice {} RUN | -n:
/usr/bin/time {} RUN | -ahlp -o:write
timeout {} 5 RUN | -fpv -k: -s:
caffeinate {} RUN | -disum -t: -w:
lockf {} a.lock RUN | -knpsw -t: -T:
arch {} RUN | -h -32 -64 -i386 -x86_64 -x86_64h -arm64 -arm64e -c -arch: -d: -e:
script {} a.txt RUN | -adeFfkpqr -T: -t:
find {} READ -type f | -EHLPXdsx
find {} -delete | -f:read
base64 {} READ | -dDh -b:
base64 {} | -i:read -o:write
md5 {} READ | -nqr
cksum {} READ | -o:
sum {} READ | -o:
gzip {} READ | -cdfhklLNnqrtv123456789 -S:
compress {} READ | -cdfv -b:
pax -w {} READ | -acdiklLntuvzDHOPXYZ -B: -f: -o: -p: -s: -x: -E: -G: -T: -U:
patch {} WRITE | -bcCEeflNnRstuv -B: -d: -D: -F: -o:write -p: -r: -V: -x: -z:
tar -cf a.tar {} READ | -BHLPSZahjlmnopqUvwyz -b: -s: -C: -X:read -T:read -I:read
logger {} | -46Ais -f:read -h: -H: -p: -P: -S: -t:
basename {} a | -a -s:
readlink {} a.txt | -fn
mktemp {} | -dqu -p: -t:
date {} | -jnRu -f: -I? -v: -r: -z:
id {} | -AFGMPacgnpru
ps {} | -AaCcEefhjlMmrSTvwXx -G: -g: -O: -o: -p: -t: -U: -u:
who {} | -abdHlmpqrTstu
uname {} | -abiKmnoprsUv
last {} | -swy -d: -f:read -h: -n: -t:
netstat {} | -AabdgiLlmnQRrsStuWx -f: -I: -p: -w:
sysctl {} | -AabdehiNnoqTtWXx -B: -f:read
stty {} | -aeg -f:
seq {} 5 | -w -f: -s: -t:
jot {} 5 | -cnr -b: -p: -s: -w:
locate {} x | -0cims -l: -d:
whereis {} x | -abmqsux -B: -M: -S:
`;
