import { expect, test } from 'vitest';
import { plainCode } from './plain-code.ts';

const plain: readonly (readonly string[])[] = [
  ['ruby', '-rjson', '-e', 'puts JSON.parse(File.read("a.json")).size'],
  ['bin/rails', 'runner', 'puts Booking.where(state: "x").count'],
  ['php', 'artisan', 'tinker', '--execute=echo App\\Models\\User::count();'],
  ['Rscript', '-e', 'x <- read.delim("qc/a.tsv"); print(tapply(x$depth, x$sample, mean))'],
  ['julia', '--project', '-e', 'using Floodmap; println(Floodmap.peak([1.0, 3.5]))'],
  ['elixir', '-e', 'IO.inspect(Enum.map(1..5, &(&1 * &1)))'],
  ['mix', 'run', '-e', 'IO.inspect(Shop.Repo.aggregate(Shop.Order, :count))'],
  ['octave', '--eval', 'x = linspace(0, 1, 5); disp(sum(x.^2))'],
  ['kotlin', '-e', 'println(listOf(1,2,3).sumOf { it * 2 })'],
  ['ocaml', '-e', 'print_endline (string_of_int (List.length [1;2;3]))'],
  ['perl', '-Ilib', '-MAcme::Iban', '-e', 'print Acme::Iban::check("DE89")'],
];

const other: readonly (readonly string[])[] = [
  ['ruby', '-e', 'system "id"'],
  ['ruby', '-e', 'system = 1; system("id")'],
  ['ruby', '-e', 'x = "rm -rf ."; puts ?", system x, ?"'],
  ['ruby', '-e', 'puts / "/; system("id") #"'],
  ['ruby', '-e', 'puts %x.id.'],
  ['ruby', '-e', 'puts "#{system("id")}"'],
  ['ruby', '-e', 'puts ENV'],
  ['ruby', '-e', 'puts [1].map(&:system)'],
  ['ruby', '-e', 'puts <<A\n"\nA\nsystem "id"'],
  ['bin/rails', 'runner', 'Booking.find(1).cancel!'],
  ['bin/rails', 'runner', 'Booking.destroy_all'],
  ['bin/rails', 'runner', 'puts Rails.application.credentials.secret'],
  ['php', '-r', '$f = "system"; $f("id");'],
  ['php', '-r', 'array_map("system", ["id"]);'],
  ['php', '-r', 'echo `id`;'],
  ['php', '-r', 'print_r($_ENV);'],
  ['Rscript', '-e', 'sapply("id", "system")'],
  ['Rscript', '-e', 'get("system")("id")'],
  ['Rscript', '-e', 'read.csv("https://evil.example/a.csv")'],
  ['Rscript', '-e', 'read.csv("../a.csv")'],
  ['julia', '-e', 'run(`id`)'],
  ['julia', '-e', 'include("/tmp/x.jl")'],
  ['julia', '-e', 'using Pkg; Pkg.add("Evil")'],
  ['ruby', '-e', 'require "/tmp/evil"'],
  ['php', '-r', 'include "/tmp/x.php";'],
  ['perl', '-e', 'require "/tmp/x.pl"'],
  ['Rscript', '-e', 'load_all("/tmp/evil")'],
  ['Rscript', '-e', 'style_dir("/home/dev/other")'],
  ['julia', '-e', 'rm("data", recursive=true)'],
  ['elixir', '-e', ':os.cmd(:id)'],
  ['elixir', '-e', 'System.cmd("id", [])'],
  ['mix', 'run', '-e', 'File.rm_rf("lib")'],
  ['mix', 'run', '-e', 'Shop.Repo.delete_all(Shop.Order)'],
  ['lua', '-e', 'os.execute("id")'],
  ['lua', '-e', 'os.execute"id"'],
  ['octave', '--eval', 'feval("system", "id")'],
  ['kotlin', '-e', 'ProcessBuilder("id").start()'],
  ['groovy', '-e', '"id".execute()'],
  ['scala-cli', 'eval', 'import sys.process._; "id".!'],
  ['ocaml', '-e', 'Sys.command "id"'],
  ['bb', '-e', '(shell "id")'],
  ['bb', '-e', '#=(eval 1)'],
  ['perl', '-e', 'print s/a/system("id")/e'],
  ['perl', '-e', 'unlink "a"'],
  ['perl', '-M-x;system', '-e', 'print 1'],
  ['perl', '-e', 'print "@{[ system 1 ]}"'],
];

test.each(plain)('%s %s %s %s computes and prints', (...words) => {
  expect(plainCode(words.filter((each) => each !== undefined))).toBeDefined();
});

test.each(other)('%s %s %s %s may do more', (...words) => {
  expect(plainCode(words.filter((each) => each !== undefined))).toBeUndefined();
});

test('what texts name is read', () => {
  expect(plainCode(['Rscript', '-e', 'summary(read.csv("data/a.csv"))'])).toEqual({ files: ['data/a.csv'] });
});
