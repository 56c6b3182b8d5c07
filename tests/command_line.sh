#!/usr/bin/env bash
# Tests the output and the exit status of `retprobe`, with wrong use, too.
# usage: command_line.sh RETPROBE
set -uo pipefail
retprobe=$(readlink -f "${1:?usage: command_line.sh RETPROBE}")
[ -x "$retprobe" ] || { echo "command_line.sh: $1 is no program: build it" >&2; exit 2; }
tools=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../tools
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failures=0 tests=0

# expect STATUS PATTERN COMMAND…: runs the command, and looks for the pattern (grep -E) in both
# outputs. "" matches everything.
expect() {
  local status=$1 pattern=$2 seen=0
  shift 2
  tests=$((tests + 1))
  "$@" >out 2>err || seen=$?
  if [ "$seen" -ne "$status" ]; then
    printf 'exit status %s and not %s: %s\n' "$seen" "$status" "$*"
    tail -n 3 err out
    failures=$((failures + 1))
  elif [ -n "$pattern" ] && ! grep -qE -- "$pattern" out err; then
    printf 'no "%s" in the output of: %s\n' "$pattern" "$*"
    head -n 5 out err
    failures=$((failures + 1))
  elif [ "$status" -eq 2 ] && [ "$(wc -l <err)" -ne 1 ]; then
    printf 'not one line on standard error: %s\n' "$*"
    cat err
    failures=$((failures + 1))
  fi
}
in_json() { /usr/bin/python3 -c "import json, sys; d = json.load(open('$1')); assert $2, d"; }
# made_up_times FROM TO: a result with other times, since what a clock says is no test. A call costs
# 12 ns more, with call_through 10; in each further process a hundredth of that more.
made_up_times() {
  /usr/bin/python3 - "$@" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))
processes = result["context"]["processes"]
for row in result["benchmarks"]:
    if "added_ns" not in row:
        continue
    first = 10 if row["design"] == "call_through" else 12
    added = [first * (1 + process / 100) for process in range(processes)]
    if row["run_type"] == "aggregate":
        row["added_ns_samples"], row["ns_per_call_samples"] = added, [1 + ns for ns in added]
        added = [added[processes // 2], added[0], added[-1]]
    else:
        added = [added[row["repetition_index"]]]
    for suffix, ns in zip(("", "_low", "_high"), added):
        row["added_ns" + suffix], row["ns_per_call" + suffix] = ns, 1 + ns
json.dump(result, open(sys.argv[2], "w"))
PYTHON
}

expect 2 'subcommand' "$retprobe"
expect 2 'retprobe --help' "$retprobe" nonsense
expect 0 'Exit status' "$retprobe" --help
for command in list verify bench compare regress cost prices inspect kernel run soak; do
  expect 0 'Examples|Where does this program spend its time' "$retprobe" "$command" --help
done

expect 0 'counted_shadow' "$retprobe" list
expect 0 '"scenarios"' "$retprobe" list --format json
expect 2 'format' "$retprobe" list --format xml
expect 2 'retprobe list --help' "$retprobe" list --nonsense
expect 2 "no design matches 'zzz'.*counted_shadow" "$retprobe" list --design zzz
expect 2 "no workload matches 'zzz\*'" "$retprobe" list --workload 'zzz*'
expect 2 'zzz' "$retprobe" list --workload leaf,zzz
expect 2 "no scenario matches 'zzz'" "$retprobe" list --scenario zzz
expect 0 '^  leaf  ' "$retprobe" list --workload leaf+data64 --design 'c*'
expect 2 'folder' "$retprobe" list --out "$scratch"
expect 2 'nowhere/out' "$retprobe" list --out nowhere/out
expect 0 '' "$retprobe" list --format json --out list.json
expect 0 '' in_json list.json "len(d['designs']) >= 6 and d['transfers'][0] == 'paired'"
expect 0 '' test "$(ls | grep -c 'list.json')" -eq 1
# A link stays a link. What the shell has open is not replaced.
ln -s list.json link.json
expect 0 '' "$retprobe" list --out link.json
expect 0 '' test -L link.json
expect 0 'counted_shadow' cat list.json
ln -s /proc/self/fd/1 "$scratch/stdout"
expect 0 'counted_shadow' "$retprobe" list --out "$scratch/stdout"
expect 0 '' test -L "$scratch/stdout"

expect 0 '' "$retprobe" prices --format json --out prices.json
# What a processor takes for them is no test: prices_test.cc has what they execute.
expect 0 '' in_json prices.json "len({p['what'] for p in d['prices']}) == 8"
expect 2 'nowhere/out' "$retprobe" prices --out nowhere/out
expect 2 'nowhere/out' "$retprobe" prices --skeleton --out nowhere/out
expect 0 'prices.json: as the schema says' "$tools/validate_results.py" \
  "$tools/../results/schema.json" prices.json
# 77: ptrace is not permitted.
"$retprobe" prices --skeleton --format json --out skeleton.json
if [ $? -ne 77 ]; then
  expect 0 'skeleton.json: as the schema says' "$tools/validate_results.py" \
    "$tools/../results/schema.json" skeleton.json
  expect 0 '' in_json skeleton.json "(len(d['rows']) == 35 and
    d['rows'][0]['name'] == 'whole/3' and d['rows'][0]['ratio']['median'] == 1)"
  expect 0 '' in_json skeleton.json "all(r[figure]['low'] <= r[figure]['median'] <=
    r[figure]['high'] for r in d['rows'] for figure in ('cycles', 'ratio'))"
  # Half the instructions, and a quarter of the stores.
  expect 0 '' in_json skeleton.json "[(2 * all_['instructions'] < whole['instructions'],
    3 * all_['stores'] < whole['stores']) for whole in [d['rows'][0]['hit']] for all_ in
    [r['hit'] for r in d['rows'] if r['name'] == 'all/3']] == [(True, True)]"
  expect 0 '^without the guard +3 +' "$retprobe" prices --skeleton
fi

expect 2 "no design matches 'nonsense'.*counted_shadow" "$retprobe" verify --design nonsense
expect 2 "no design matches 'nonsense'.*counted_shadow" "$retprobe" soak --design nonsense
expect 2 'no hooks' "$retprobe" soak --design none
expect 2 'nowhere/program' "$retprobe" soak --program nowhere/program
printf 'design counted_shadow\ntransfer paired\ntracer fg loud\nscript f\n' >program
expect 2 "program: line 3: 'loud' is not understood" "$retprobe" soak --program program
printf 'design counted_shadow\ntransfer paired\ntracer fg full\nscript +A f(g)\n' >program
expect 0 'failed 0 of 2 times' "$retprobe" soak --program program --times 2
printf 'plant g\n' >>program
expect 1 'expected.*-Ag' "$retprobe" soak --program program
expect 0 '5 programs of .* 0 failed' "$retprobe" soak --seed 1 --count 5 --design counted_shadow
expect 2 'nowhere/kernels.json.*prepare' "$retprobe" kernel --images nowhere
expect 2 '\-\-save /proc/nowhere/file cannot be written' "$retprobe" kernel --save \
  /proc/nowhere/file
expect 2 '\-\-save /proc/nowhere/file cannot be written' "$retprobe" verify --kernel --save \
  /proc/nowhere/file
# As of a variable that is not set: three kernels would be fetched in place of one's own.
expect 2 "kernel needs a path, or nothing behind it" "$tools/../compare" --kernel ''
expect 2 '\-\-mechanism selects none; there are kretprobe' "$retprobe" kernel --mechanism nonsense
expect 2 'users' "$retprobe" kernel --users 18
expect 2 "no scenario matches 'nonsense'; 'retprobe list' names all [0-9]+\$" "$retprobe" verify \
  --scenario nonsense
expect 2 "no return transfer matches 'nonsense'" "$retprobe" verify --transfer nonsense
expect 2 jobs "$retprobe" verify --jobs 0
expect 0 '^selection of seed 1: [0-9]+ of [0-9]+ cells$' "$retprobe" verify --selection \
  --scenario order_nested
expect 0 '^part 1/3: [0-9]+ of [0-9]+ cells$' "$retprobe" verify --shard 1/3 --scenario order_nested
expect 2 'not of the form i/n' "$retprobe" verify --shard 1 --scenario order_nested
# A sweep of one part can be joined, too.
expect 0 '' "$retprobe" verify --design none --scenario order_nested --shard 0/1 --format json \
  --out whole.json
expect 0 '' in_json whole.json "(d['shard']['count'] == 1 and
  d['shard']['cells'] == d['shard']['cells_in_all'] == len(d['results']))"
expect 0 'whole.json: as the schema says' "$tools/validate_results.py" \
  "$tools/../results/schema.json" whole.json
# As of a variable that is not set.
expect 2 "'' is not of the form i/n" "$retprobe" verify --shard '' --scenario order_nested
expect 2 'excludes' "$retprobe" verify --peers --shard 0/2
expect 2 'goes with --selection or --fail-fast' "$retprobe" verify --seed 3
one_cell=(verify --design counted_shadow --transfer paired --registers scalar --tracers 1)
expect 0 'injection points, 0 injection failures' "$retprobe" "${one_cell[@]}" --exhaustive \
  --scenario every_instruction_signal
expect 0 'shadow stack' "$retprobe" "${one_cell[@]}" --scenario every_instruction_returns

cell=counted_shadow/paired/scalar/1
expect 0 '^\{"stage":"verify","done":1,"total":1,"detail":"order_nested '$cell'"\}$' \
  "$retprobe" "${one_cell[@]}" --scenario order_nested --progress json
expect 2 'progress' "$retprobe" verify --progress xml
# What is unavailable is printed with its reason. Where the package is installed, ./check objects.
expect 0 "^UNAVAILABLE \(package\) unwind_gdb in 1 cell, $cell: gdb is not installed" \
  env PATH=/nowhere "$retprobe" "${one_cell[@]}" --scenario unwind_gdb
expect 0 '' env PATH=/nowhere "$retprobe" "${one_cell[@]}" --scenario unwind_gdb --format json \
  --out lacks.json
expect 0 '' in_json lacks.json "(d['results'][0]['lacks'] == 'package' and
  d['totals']['unavailable'] == 1 and d['totals']['too_busy'] == 0)"
if [ "$(dpkg-query -W -f '${db:Status-Status}' gdb 2>/dev/null)" = installed ]; then
  expect 1 'unwind_gdb was unavailable in 1 cell: .* but gdb is installed' \
    "$tools/../tests/unavailable.py" lacks.json "$(dirname "$retprobe")"
fi
expect 2 "none of the selected scenarios is one that peers run; those are way_out_exception" \
  "$retprobe" verify --peers --scenario order_nested
expect 2 "no peer matches 'nonsense'; there are bpftrace" "$retprobe" verify --peers nonsense
# Where the programs of finstrument_functions are not built, it is unavailable. Where they are,
# nothing fails.
expect 0 '^1 pass, 0 fail, 0 declared, 0 unavailable$' "$retprobe" "${one_cell[@]}" --peers \
  finstrument_functions --scenario way_out_longjmp
expect 0 '^peers: 0 pass, [01] fail, 0 declared, [01] unavailable$' \
  "$retprobe" "${one_cell[@]}" --peers finstrument_functions --scenario way_out_longjmp

# A byte that is not UTF-8 is replaced.
cc -O2 -I "$tools/../include" -fPIC -shared -o $'caf\xe9.so' \
  "$tools/../examples/first_tracer/first_tracer.c"
expect 0 '' "$retprobe" verify --tracer ./$'caf\xe9.so' --script '+A f(g)' --format json \
  --out tracer.json
expect 0 '' in_json tracer.json "d['tracers'][0]['path'].endswith('/caf\ufffd.so')"

expect 2 "nonsense" "$retprobe" bench --workload nonsense
expect 2 "no variant '\+nonsense'" "$retprobe" bench --workload leaf+nonsense
expect 2 '1 to 4096' "$retprobe" bench --workload leaf+data5000
expect 2 'large stack' "$retprobe" bench --workload recursion_1000000+threads2
expect 2 'processes' "$retprobe" bench --processes 0
expect 2 'handlers' "$retprobe" bench --handlers nonsense
expect 2 '--goals' "$retprobe" bench --goals --handlers counting
expect 2 'no selected peer has handlers of the selected kinds' \
  "$retprobe" bench --workload leaf --handlers empty --peers=frida
expect 0 'increment a counter' "$retprobe" bench --help
# A figure, and its ratio to the floor's, which is itself; none where the clock gave the floor no
# time.
figure='-?[0-9.]+( \(1.00\))?'
expect 0 "^call_through \\(floor\\) +$figure +$figure +$figure\$" \
  "$retprobe" bench --no-verify --processes 1 --min-time 0.001 --design call_through \
  --workload leaf --registers scalar --tracers 1 --handlers empty,counting,recording
expect 0 '' "$retprobe" bench --no-verify --processes 1 --min-time 0.001 --design call_through \
  --workload leaf --registers scalar --tracers 1 --handlers recording --format json \
  --out recording.json
expect 0 '' in_json recording.json "{(r['workload'], r['handlers']) for r in d['benchmarks']
  if r['design'] != 'unprobed'} == {('leaf+recording', 'recording')}"
expect 2 'min-time' "$retprobe" bench --min-time -1
# A visit that lasts longer would be killed, since its process says nothing meanwhile.
expect 2 "min-time: '31' is no number from 0.0001 to 30" "$retprobe" bench --no-verify \
  --processes 1 --design none --workload nonsense --min-time 31
expect 2 'not for people' "$retprobe" bench --child </dev/null
expect 2 'the last is 2/3' "$retprobe" bench --shard 3/3
expect 2 'not of the form i/n' "$retprobe" bench --shard one
expect 2 "'' is not of the form i/n" "$retprobe" bench --no-verify --processes 1 --min-time 0.001 \
  --design none --workload leaf --shard ''
expect 2 'shard i/2 at most' "$retprobe" bench --workload leaf,fib --shard 0/3
expect 2 'excludes' "$retprobe" bench --goals --shard 0/2
one=(bench --no-verify --design counted_shadow,call_through --transfer paired,- --processes 2 \
  --min-time 0.001 --seed 1)
expect 0 'UNVERIFIED' "$retprobe" "${one[@]}" --workload leaf --tracers 1
expect 0 '^counted_shadow/paired' "$retprobe" "${one[@]}" --workload leaf --tracers 1
expect 0 '' "$retprobe" "${one[@]}" --workload leaf,stack_arguments --tracers 1,3 --format json \
  --out one.json
expect 0 '' in_json one.json "d['context']['seed'] == 1 and not d['context']['verified']"
expect 0 '' in_json one.json "{r['tracers'] for r in d['benchmarks']} == {0, 1, 3}"
# The floor cannot run these, and its rows say so. The design can run them, but has no ratio,
# because there is no floor.
expect 0 '' in_json one.json \
  "[r for r in d['benchmarks'] if r['design'] == 'call_through' and
    r['workload'] == 'stack_arguments' and 'stack' in r['void']]"
expect 0 '' in_json one.json \
  "all('ratio_to_call_through' not in r for r in d['benchmarks']
    if r['workload'] == 'stack_arguments')"
expect 0 '' in_json one.json \
  "([r for r in d['benchmarks'] if r['workload'] == 'leaf' and r['design'] == 'counted_shadow'] and
    all(('ratio_to_call_through' in r) == (floor['added_ns'] > 0) for r in d['benchmarks']
      if r['workload'] == 'leaf' and r['design'] == 'counted_shadow' for floor in d['benchmarks']
      if floor['run_name'] == 'leaf/call_through/-/scalar/%d' % r['tracers'] and
        floor['run_type'] == 'aggregate'))"
# A pool of one instance loses calls of a recursion: the time is void, and the row stays.
expect 0 '' "$retprobe" bench --no-verify --design instance_pool --transfer paired --workload \
  fib+maxactive1 --tracers 1 \
  --processes 1 --min-time 0.001 --format json --out missed.json
expect 0 '' in_json missed.json \
  "[r['missed'] > 0 and 'missed' in r['void'] and 'ns_per_call' not in r
    for r in d['benchmarks'] if r['design'] != 'unprobed'] == [True]"

expect 0 'candidate' "$retprobe" compare one.json
# Goals: two processes of one workload decide nothing, and each row says what would measure it.
expect 0 '' made_up_times one.json one_made_up.json
expect 0 'leaf, 1 tracer, vs call_through .* \?$' "$retprobe" compare --goals one_made_up.json
expect 0 'events per call .*page_faults' "$retprobe" bench --perf --no-verify --processes 1 \
  --min-time 0.001 --design call_through --workload leaf --tracers 1 --registers scalar
expect 2 'no folder' "$retprobe" bench --perf-record /proc/nowhere --no-verify --design \
  call_through --workload leaf
# A profile in which stubs, trampolines and hooks have names, and its flame graph. This needs perf,
# the right to use it, and the network once.
if perf record --quiet --output perf.data true >/dev/null 2>&1; then
  mkdir profiles
  expect 0 '' "$retprobe" bench --perf-record profiles --no-verify --processes 1 --min-time 0.001 \
    --design counted_shadow --transfer paired --workload leaf --tracers 1 --registers scalar
  profile=profiles/leaf.counted_shadow.paired.scalar.1
  for function in on_entry_counted_shadow entry_trampoline_counted_shadow on_return_counted_shadow \
    return_trampolines; do
    expect 0 "libretprobe.so .*retprobe_$function" perf report --stdio --no-children -g none -i \
      $profile.data
  done
  expect 0 "^$profile.html" "$tools/flame_graphs" profiles
  expect 0 'retprobe_return_trampolines' cat $profile.html
else
  echo 'no perf here, or no right to use it: nothing is profiled'
fi
expect 0 "fib/$cell: not in this result; retprobe bench --goals measures it" \
  "$retprobe" compare --goals one.json
expect 0 '^\| leaf, 1 tracer, vs call_through \| ≤ 1.15 \| ' "$retprobe" compare --goals --format \
  markdown one.json
expect 0 '' "$retprobe" compare --goals --format json --out judged.json one_made_up.json
expect 0 '' in_json judged.json \
  "[(c['state'], round(c['low'], 9), round(c['value'], 9), round(c['high'], 9))
    for c in d['goals'][0]['cells'][:1]] == [('too few processes', 1.2, 1.2, 1.2)]"
expect 2 'takes one file' "$retprobe" compare --goals one.json one.json
expect 2 'is for --goals' "$retprobe" compare --format json one.json
expect 2 'workload' "$retprobe" bench --goals --workload leaf
expect 2 'no experiment|no variants' "$retprobe" bench --workload latency+data8
expect 2 'shadow stack' "$retprobe" bench --goals --design none
expect 0 '' "$retprobe" bench --no-verify --design counted_shadow --transfer paired --workload \
  latency,attach_one --processes 1 \
  --format json --out experiments.json
expect 0 'first_hit ' "$retprobe" compare experiments.json
# Where one experiment is void, the others are shown, and its reason.
/usr/bin/python3 - <<'PYTHON'
import json
result = json.load(open("experiments.json"))
attach = [row for row in result["benchmarks"] if row["workload"] == "attach_one"]
result["benchmarks"] = [row for row in result["benchmarks"] if row not in attach]
said = {"error_occurred": True, "error_message": "no room", "void": "no room"}
kept = {name: attach[0][name] for name in attach[0] if name not in ("figures", "void")}
result["benchmarks"].append(kept | said)
json.dump(result, open("one_void.json", "w"))
PYTHON
expect 0 'first_hit ' "$retprobe" compare one_void.json
expect 0 '^attach_one/counted_shadow/paired/scalar/1 is void: no room$' "$retprobe" compare \
  one_void.json
expect 2 'No such file' "$retprobe" compare nowhere.json
echo '{' >broken.json
expect 2 'not JSON' "$retprobe" compare broken.json
echo '{"context": {}, "benchmarks": []}' >other.json
expect 2 'no result of' "$retprobe" compare other.json
expect 2 'RESULT' "$retprobe" compare

# The same processes twice are no regression. When each process is slower by a quarter, there is
# one, and it is named. Three processes decide nothing.
expect 0 '' "$retprobe" bench --no-verify --design counted_shadow --transfer paired --workload \
  leaf --tracers 1 --registers scalar \
  --processes 5 --min-time 0.001 --format json --out measured.json
expect 0 '' made_up_times measured.json five.json
altered_times() {
  /usr/bin/python3 - "$@" <<'PYTHON'
import json, sys
out, processes = sys.argv[1], int(sys.argv[4])
factor, frame = map(float, sys.argv[2:4])
result = json.load(open("five.json"))
rows = []
for row in result["benchmarks"]:
    if row.get("repetition_index", 0) >= processes:
        continue
    if "added_ns" in row:
        row["added_ns"] *= factor
        row["bytes_per_frame"] += frame
    rows.append(row)
result["benchmarks"] = rows
result["context"]["compiler"] += "" if factor == 1 else ", patched"
json.dump(result, open(out, "w"))
PYTHON
}
altered_times slower.json 3 0 9
altered_times bigger.json 1 8 9
altered_times few.json 1 0 3
expect 0 '^no regression' "$retprobe" regress five.json five.json
expect 1 '^leaf/counted_shadow/paired/scalar/1 .* slower' "$retprobe" regress five.json slower.json
expect 1 'not the same compiler' "$retprobe" regress five.json slower.json
expect 0 ' faster' "$retprobe" regress slower.json five.json
expect 0 'no regression' "$retprobe" regress --threshold 10000 five.json slower.json
expect 1 '^\*\*REGRESSION' "$retprobe" regress --format markdown five.json slower.json
expect 1 '' "$retprobe" regress --format json --out regress.json five.json slower.json
expect 0 '' in_json regress.json \
  "d['regress']['verdict'] == 'regression' and d['rows'][0]['verdict'] == 'slower'"
expect 1 'MORE MEMORY: bytes_per_frame' "$retprobe" regress five.json bigger.json
expect 2 'processes 9' "$retprobe" regress few.json few.json
expect 2 'no row in common' "$retprobe" regress five.json missed.json
expect 2 "no design in these files matches 'nonsense'" "$retprobe" regress --design nonsense \
  five.json five.json
expect 2 'alpha' "$retprobe" regress --alpha 2 five.json five.json
# No comparison holds for NaN, so it would turn a limit off.
expect 2 "alpha: 'nan' is no number from 1e-06 to 0.5" "$retprobe" regress --alpha nan five.json \
  slower.json
expect 2 "threshold: 'nan' is no" "$retprobe" regress --threshold nan five.json slower.json
expect 2 "min-time: 'nan' is no" "$retprobe" bench --no-verify --processes 1 --design none \
  --workload leaf --min-time nan
expect 2 "hours: 'nan' is no" "$retprobe" soak --seed 1 --count 1 --hours nan
expect 2 "minutes: 'nan' is no" "$retprobe" soak --seed 1 --count 1 --minutes nan
expect 2 'No such file' "$retprobe" regress five.json nowhere.json
expect 2 'not JSON' "$retprobe" regress five.json broken.json
expect 2 'no result of' "$retprobe" regress other.json five.json
expect 2 'NEW' "$retprobe" regress five.json

# Counts of Linux are exact: one more is a regression, and nothing is to be tuned.
counted_kernel() {
  cat <<JSON
{"linux": {"handlers": "empty"}, "kernels": [{"name": "newest", "release": "$1"}],
 "rows": [{"name": "newest/off/fgraph/1", "mechanism": "fgraph", "users": 1, "state": "measured",
           "added_instructions": $2}], "designs": []}
JSON
}
counted_kernel 7.3.4 287 >kernel.json
counted_kernel 7.4.1 288 >later.json
expect 0 '^no regression' "$retprobe" regress kernel.json kernel.json
expect 1 '^newest/off/fgraph/1 +added_instructions +287 +288 +\+1 .* rise' \
  "$retprobe" regress kernel.json later.json
expect 1 'not the same kernel newest: 7.3.4 -> 7.4.1' "$retprobe" regress kernel.json later.json
expect 0 ' fall' "$retprobe" regress later.json kernel.json
expect 0 ' alike' "$retprobe" regress --all kernel.json kernel.json
expect 1 '^\*\*REGRESSION' "$retprobe" regress --format markdown kernel.json later.json
expect 1 '' "$retprobe" regress --format json --out linux_regress.json kernel.json later.json
expect 0 'linux_regress.json: as the schema says' "$tools/validate_results.py" \
  "$tools/../results/schema.json" linux_regress.json
expect 2 '\-\-alpha is for times' "$retprobe" regress --alpha 0.1 kernel.json later.json
expect 2 "later.json is of 'retprobe kernel' and the other file is not" \
  "$retprobe" regress five.json later.json
echo '{"linux": {}}' >cut.json
expect 2 'cut.json is no result' "$retprobe" regress kernel.json cut.json

# Costs are the same each time. A reference with one instruction less makes the gate fail; a
# reference with one more does not.
cells=(--design counted_shadow --transfer paired --registers scalar)
expect 0 'counted_shadow/paired/scalar/8 ' "$retprobe" cost "${cells[@]}"
expect 0 '^ +exit .* 3 +0 +0 +[0-9]+$' "$retprobe" cost "${cells[@]}" --tracers 1
hook=retprobe_on_return_counted_shadow_push_ret_scalar
expect 0 "$hook" "$retprobe" cost "${cells[@]}" --tracers 1 --path
expect 0 '^\{"stage":"cost","done":0,"total":1,' "$retprobe" cost "${cells[@]}" --tracers 1 \
  --progress json
expect 2 'there are 1, 2, 8' "$retprobe" cost "${cells[@]}" --tracers 3
expect 2 'needs --reference' "$retprobe" cost --accept
expect 0 '"offset"' "$retprobe" cost "${cells[@]}" --tracers 1 --path --format json
expect 2 'leave out --reference' "$retprobe" cost --path --reference results/reference/cost
expect 2 'leave out --format json' "$retprobe" cost --reference . --format json
expect 2 'leave out --out' "$retprobe" cost --reference . --accept --out file
expect 2 'leave the selection out' "$retprobe" cost --accept --reference . --design none
expect 2 'no reference for' "$retprobe" cost "${cells[@]}" --reference nowhere
expect 2 'nowhere' "$retprobe" cost --accept --reference nowhere
mkdir reference
expect 0 'cells accepted' "$retprobe" cost --accept --reference reference
expect 0 '3 cells compared, 0 risen, 0 fallen' "$retprobe" cost "${cells[@]}" --reference reference
altered() {
  /usr/bin/python3 - reference/*.json "$1" "$hook" <<'PYTHON'
import json, sys
reference = json.load(open(sys.argv[1]))
for row in reference["rows"]:
    if row["name"] == "counted_shadow/paired/scalar/1":
        row["exit"]["instructions"] += int(sys.argv[2])
        row["functions"][sys.argv[3]] += int(sys.argv[2])
json.dump(reference, open(sys.argv[1], "w"))
PYTHON
}
expect 0 '' "$retprobe" cost "${cells[@]}" --reference reference --out gate.txt
expect 0 '0 risen' cat gate.txt
altered -1
expect 1 "RISEN $cell: exit instructions .*$hook" \
  "$retprobe" cost "${cells[@]}" --reference reference
altered 2
expect 0 '0 risen, 1 fallen' "$retprobe" cost "${cells[@]}" --reference reference
echo '{}' >"$(echo reference/*.json)"
expect 2 'no reference of costs' "$retprobe" cost "${cells[@]}" --reference reference

expect 0 'return trampoline' "$retprobe" inspect --site wl_leaf
expect 0 'return hook retprobe_on_return_counted_shadow' "$retprobe" inspect --site wl_leaf
expect 0 'counted_shadow/push_ret/full/3' "$retprobe" inspect --site wl_leaf --transfer push_ret \
  --registers full --tracers 3
expect 0 '2 calls in flight' "$retprobe" inspect --stack
expect 0 ' tracer bench0$' "$retprobe" inspect --stack
expect 0 '"sections"' "$retprobe" inspect --stack --format json
expect 0 'entry, one tracer' "$retprobe" inspect --trampoline counted_shadow/jump/vector
expect 2 'choose one' "$retprobe" inspect
expect 2 'choose one' "$retprobe" inspect --stack --site wl_leaf
expect 2 'DESIGN/TRANSFER/REGISTERS' "$retprobe" inspect --trampoline nonsense
expect 2 "no return transfer 'x'" "$retprobe" inspect --trampoline counted_shadow/x/scalar
expect 2 'nonsense' "$retprobe" inspect --site nonsense_function
expect 2 'name one of them' "$retprobe" inspect --site 'wl_*'
expect 2 'nonsense' "$retprobe" inspect --site wl_leaf --design nonsense

# An interrupted run leaves no result file, not even a part of one.
"$retprobe" bench --no-verify --design counted_shadow --transfer paired --workload leaf --tracers \
  1 --min-time 30 --format json \
  --out interrupted.json &
interrupted=$!
# Until the process that is timed is there.
while [ -n "$(jobs -rp)" ] && [ -z "$(cat /proc/$interrupted/task/*/children)" ]; do
  sleep 0.1
done
expect 0 '' kill -TERM $interrupted
wait $interrupted 2>/dev/null
expect 2 'No such file' ls interrupted.json*

# A program of one's own: its status, signals and streams, and what was counted.
program=$(dirname "$retprobe")/harness/run/testlib/retprobe_run_program
other_nops=$(dirname "$program")/retprobe_run_other_nops
if [ -x "$program" ]; then
  expect 7 '1,011 +0 +0 +0 +leaf' "$retprobe" run -- "$program" calls
  # The program's words are its own: every byte but NUL, and none is an option or a list.
  words=('[1,2]' '[a-z]' '[]' '[[' '{}' '%%' '' -- --help -h --functions=x list run
    "$(/usr/bin/python3 -c 'import os; os.write(1, bytes(range(1, 256)))')" $'caf\xe9')
  printf '<%s>\n' "${words[@]}" >given
  for separator in -- ''; do  # unquoted, so that it can be absent
    "$retprobe" run $separator "$program" words "${words[@]}" >taken 2>/dev/null
    expect 0 '' cmp given taken
  done
  expect 2 "'?--functons" "$retprobe" run --functons x -- "$program" calls
  # Commas within a name do not split it.
  expect 7 '1 functions? probed' "$retprobe" run \
    --functions 'int of_two<int, long>(int, long),none_such' -- "$program" calls
  expect 7 "no site is called 'operator,\(A, B\)'" "$retprobe" run \
    --functions 'leaf,operator,(A, B),my_operator,jumps' -- "$program" calls
  expect 7 "no site is called 'S::operator,'" "$retprobe" run \
    --functions 'leaf,S::operator,,jumps' -- "$program" calls
  # The signs of an operator end before the arguments of a template.
  for name in 'operator==<int>(B<int>, B<int>)' 'operator-<int>(B<int>, B<int>)' \
    'operator<< <int>(B<int>, B<int>)' 'B::operator-><int>(B<int>, B<int>)' \
    'operator<=><int>(B<int>, B<int>)' 'operator>><int>(B<int>, B<int>)'; do
    expect 7 "^no site is called '${name//[()]/.}'[ ;]" "$retprobe" run \
      --functions "leaf,$name,jumps" -- "$program" calls
  done
  pointed='decltype (({parm#1}->f)({parm#2})) of_two<A, B>(A, B)'
  expect 7 "no site is called 'decltype .* of_two<A, B>\(A, B\)'" "$retprobe" run \
    --functions "leaf,$pointed" -- "$program" calls
  expect 2 'functions: no name' "$retprobe" run --functions , -- "$program" calls
  "$retprobe" run -- "$program" calls >own 2>/dev/null
  expect 0 '' test ! -s own
  expect 137 'killed by SIGKILL' "$retprobe" run -- "$program" end killed
  expect 7 '' "$retprobe" run --format json --out counts.json --functions leaf,jumps -- \
    "$program" calls
  expect 0 '' in_json counts.json "d['run']['functions_probed'] == 2 and \
    d['rows'][0]['returned'] == 1011"
  expect 7 '^retprobe run: the trap transfer kills' "$retprobe" run --transfer trap -- \
    "$program" calls
  expect 0 'trap kills a program' "$retprobe" run --help
  # A reader of --list that has seen enough ends it without a word, as it ends other programs.
  expect 0 '' /usr/bin/python3 -c 'import os, subprocess, sys
reader, writer = os.pipe()
os.close(reader)
done = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE)
assert (done.returncode, done.stderr) == (-13, b""), done' "$retprobe" run --list -- "$program"
  expect 2 '\-\-trace nowhere/out' "$retprobe" run --trace nowhere/out -- "$program" calls
  for option in --out --trace --flame --histogram; do
    expect 2 "${option#--}: needs a value" "$retprobe" run $option '' -- "$program" calls
  done
  expect 7 '^ *[0-9.]+ (n|µ|m)?s +[0-9,]+ +[0-9,]+ +[0-9,]+  leaf$' "$retprobe" run --time \
    --every 10ms -- sh -c 'sleep 0.2; "$@"; kept=$?; sleep 0.2; exit $kept' - "$program" calls
  # A file that cannot be written is found before the program runs.
  for option in --out --trace --flame; do
    expect 2 'proc/nowhere/file cannot be written: No such file' "$retprobe" run \
      $option /proc/nowhere/file -- touch has_run
  done
  expect 0 '' test ! -e has_run
  expect 2 '\-\-trace / is a folder' "$retprobe" run --trace / -- "$program" calls
  expect 7 ', 1 function probed$' "$retprobe" run --functions jumps -- "$program" calls
  expect 7 ' the only function that was called$' "$retprobe" run --functions jumps -- \
    "$program" calls
  expect 7 '^1 call recorded' "$retprobe" run --graph --functions main -- "$program" calls
  # Whatever happens to `run`, the exit status is the program's.
  expect 7 'ulimit -v' bash -c 'ulimit -v 400000; "$@"' - "$retprobe" run --graph --calls \
    10000000 -- "$program" calls
  expect 7 '1,011 +0 +0 +0 +leaf' env TMPDIR=. "$retprobe" run --out /dev/full -- "$program" calls
  expect 0 '1,011 +0 +0 +0 +leaf' cat retprobe-result.*
  expect 7 'No space left on device$' env TMPDIR=nowhere "$retprobe" run --out /dev/full -- \
    "$program" calls
  expect 5 '' "$retprobe" run --format json --out ended.json -- "$program" end system_call
  expect 0 '' in_json ended.json "d['run']['exit_status'] == 5 and \
    d['run']['processes'][0]['ending'] == 'exited'"
  # Whatever it inherits, it works, and the program inherits the same.
  inheriting=(timeout -s KILL 120 /usr/bin/python3 -c 'import os, signal, sys
for number in signal.SIGPIPE, signal.SIGXFSZ: signal.signal(number, signal.SIG_DFL)
exec(sys.argv[1])
os.execv(sys.argv[2], sys.argv[2:])')
  ignores='signal.signal(signal.SIGCHLD, signal.SIG_IGN)'
  expect 7 '1,011 +0 +0 +0 +leaf' "${inheriting[@]}" "$ignores" "$retprobe" run -- "$program" calls
  expect 0 '1 pass' "${inheriting[@]}" "$ignores" "$retprobe" verify --scenario order_brackets \
    --design counted_shadow --transfer paired --registers scalar --tracers 2
  expect 2 'the memory for counts \(ulimit -f\?\): File too large' \
    "${inheriting[@]}" 'import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (1 << 20, 1 << 20))' \
    "$retprobe" run -- "$program" calls
  # The reader of its messages has gone.
  expect 7 '' "${inheriting[@]}" 'ends = os.pipe(); os.close(ends[0]); os.dup2(ends[1], 2)' \
    "$retprobe" run --every 10ms --format json --out unread.json -- \
    sh -c '"$@"; kept=$?; sleep 0.2; exit $kept' - "$program" calls
  expect 0 '' in_json unread.json "1011 in [row['calls'] for row in d['rows']]"
  # The program leaves O_NONBLOCK on standard error, and its reader is slow.
  expect 0 '' timeout -s KILL 120 /usr/bin/python3 -c 'import fcntl, os, select, subprocess, sys
reader, writer = os.pipe()
fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
os.set_blocking(writer, False)
program = subprocess.Popen(sys.argv[1:], stderr=writer)
while program.poll() is None and select.select([], [writer], [], 0)[1]: pass
os.close(writer)
text = open(reader).read()
assert (text.count(" leaf();"), program.wait()) == (1011, 7), text[-300:]' \
    "$retprobe" run --graph -- "$program" calls
  # Ctrl-C ends the program, and the next one the report, whose reader is slow.
  expect 0 '' timeout -s KILL 120 /usr/bin/python3 -c 'import fcntl, os, signal, subprocess, sys
for first, number in (("0", "INT"), ("INT", "INT"), ("0", "TERM"), ("0", "HUP"), ("0", "QUIT")):
    signal.signal(signal.Signals["SIG" + number], signal.SIG_DFL)
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    waits = f"ulimit -c 0; \"$0\" calls; kill -{first} 0; exit 0"
    program = subprocess.Popen([*sys.argv[1:-1], "sh", "-c", waits, sys.argv[-1]], stderr=writer,
                               stdout=subprocess.DEVNULL, start_new_session=True)
    os.close(writer)
    assert os.read(reader, 1)  # the report has begun
    program.send_signal(signal.Signals["SIG" + number])
    assert program.wait() == -signal.Signals["SIG" + number], (first, number)
    os.close(reader)' "$retprobe" run --graph -- "$program"
  # A stream that is closed is not taken for a file of its own: its messages go nowhere.
  expect 7 '' "${inheriting[@]}" 'os.close(2)' "$retprobe" run --every 10ms --format json \
    --out closed.json -- sh -c 'sleep 0.3; exec "$@"' - "$program" calls
  expect 0 '' in_json closed.json "1011 in [row['calls'] for row in d['rows']]"
  expect 2 'output cannot be written' "${inheriting[@]}" 'os.close(1)' "$retprobe" list
  expect 2 'output cannot be written' "${inheriting[@]}" 'os.close(1)' "$retprobe" run --list -- \
    "$program"
  shows=(/bin/sh -c 'grep "^Sig[BI]" /proc/self/status; ls /proc/self/fd')
  for inherited in pass "$ignores" 'os.close(0)' 'os.close(2)' 'os.close(0), os.close(2)'; do
    expect 0 '' "${inheriting[@]}" "$inherited" "${shows[@]}"
    mv out given
    expect 0 '' "${inheriting[@]}" "$inherited" "$retprobe" run -- "${shows[@]}"
    mv out taken
    expect 0 '' cmp given taken
  done
  cp "$program" $'caf\xe9'
  expect 7 '' "$retprobe" run --format json --out latin.json -- ./$'caf\xe9' calls $'\xff'
  expect 0 '' in_json latin.json "d['run']['command'] == [r'./caf\\xe9', 'calls', r'\\xff']"
  cp "$program" $'new\nline'
  expect 7 '1,011 +0 +0 +0 +leaf' "$retprobe" run -- ./$'new\nline' calls
  expect 0 '^hello$' "$retprobe" run -- sh -c 'echo hello'
  # As the first process of a container, it waits for the orphans.
  unshared=(unshare -prf --mount-proc)
  if "${unshared[@]}" true; then
    expect 7 '' timeout -s KILL 120 "${unshared[@]}" "$retprobe" run -- sh -c '
      orphan=$(sh -c "sleep 0.1 >/dev/null & echo \$!")
      while [ -e /proc/$orphan ]; do sleep 0.1; done
      exec "$@"' - "$program" calls
  else
    echo 'no PID namespace of its own here'
  fi
  # Each cause why no function was probed has its own words.
  none() { expect "$1" "^(no function was probed: )?$2" "$retprobe" run "${@:3}"; }
  none 0 'with GCC and the flags of pkg-config --cflags retprobe-patchable' -- true
  none 0 'neither true nor what it executes' -- true
  expect 0 'true nor its libraries have$' "$retprobe" run --list -- true
  expect 0 '^--list ends .*: of a script, name the program that it executes$' "$retprobe" run \
    --list -- true
  none 7 'not followed: .*: --no-follow$' --no-follow -- env "$program" calls
  # What keeps the agent out comes first.
  expect 7 '^no function was probed: not followed: .* \(ulimit -v\?\)' "$retprobe" run -- \
    bash -c 'ulimit -v 100000; exec "$@"' - "$program" calls
  expect 7 '^no function was probed: cannot open .*: Too many open files' "$retprobe" run -- \
    bash -c 'exec 3>&-; ulimit -n 4; exec "$@"' - "$program" calls
  expect 7 '^neither env nor what else it executes' "$retprobe" run --no-follow -- \
    env "$program" calls
  # Programs that it executes are followed.
  follows() { expect 7 '1,011 +0 +0 +0 +leaf' "$retprobe" run -- "$@"; }
  printf '#!/usr/bin/env sh\n"%s" calls\n' "$program" >script
  chmod +x script
  follows ./script
  follows env -i "$program" calls
  follows timeout 60 "$program" calls
  follows /usr/bin/python3 -c 'import subprocess, sys
sys.exit(subprocess.call(sys.argv[1:]))' "$program" calls
  expect 7 ' calls in [0-9.]+ s' "$retprobe" run --every 10ms -- sh -c 'sleep 0.2; "$@"' - \
    "$program" calls
  expect 2 "every: '2h' is no time" "$retprobe" run --every 2h -- "$program" calls
  none 0 'none of the selected functions may be probed \(docs/run.md\). The first of 1:' -- \
    "$other_nops"
  none 0 '[a-z_]+: its entry (has five one-byte nops|holds .* instead of one five-byte nop)' -- \
    "$other_nops"
  none 7 "no site is called 'lef' .*did you mean 'leaf'" --functions lef -- "$program" calls
  none 7 '\-\-exclude leaves out' --exclude '*' -- "$program" calls
  expect 0 '^no function was probed: neither' "$retprobe" run --compare --rounds 1 -- true
  expect 0 '' "$retprobe" run --format json --out none.json -- true
  expect 0 '' in_json none.json "d['run']['notes'][0].startswith('neither true nor')"
  expect 0 'became another program +retprobe_run_program$' "$retprobe" run -- "$program" exec
  expect 7 '^ +[0-9]+ ns +\|   +leaf\(\);' "$retprobe" run --graph -- "$program" calls
  expect 7 '1,031 calls recorded, of 1 thread' "$retprobe" run --graph --out graph.txt \
    --functions 'leaf,jumps,throws,main,no_such*' -- "$program" calls
  expect 0 'abandoned: left by a jump' cat graph.txt
  expect 7 'recording makes a call [0-9]+' "$retprobe" run --trace calls.pftrace -- "$program" calls
  expect 0 '' grep -qa 'abandoned' calls.pftrace
  expect 2 'calls' "$retprobe" run --graph --calls 0 -- "$program" calls
  expect 2 'excludes' "$retprobe" run --graph --format json -- "$program" calls
  expect 2 'nowhere/out' "$retprobe" run --trace nowhere/out -- "$program" calls
  expect 0 '^for this program: ' "$retprobe" run --compare --rounds 1 -- "$program" calls
  expect 0 '' "$retprobe" run --compare --rounds 1 --format json --out compared.json -- "$program"
  expect 0 '' in_json compared.json "len(d['rows']) == 4 and d['compare_run']['rounds'] == 1"
  expect 0 'compared.json: as the schema says' "$tools/validate_results.py" \
    "$tools/../results/schema.json" counts.json compared.json
  expect 1 'standard output differs from byte 0' "$retprobe" run --compare --rounds 1 \
    --design bitmask -- "$program" looks
  expect 2 'name one design' "$retprobe" run --design 'b*,counted_shadow' -- "$program" calls
  expect 2 'requires --compare' "$retprobe" run --rounds 3 -- "$program" calls
  expect 2 'none_such' "$retprobe" run --compare --input none_such -- "$program" calls
  expect 2 'no design' "$retprobe" run --design none_such -- "$program" calls
  expect 2 'No such file' "$retprobe" run -- ./none_such
  expect 2 'program is required' "$retprobe" run
  expect 2 'nowhere/out' "$retprobe" run --out nowhere/out -- "$program" calls
else
  printf 'not built: %s\n' "$program"
  failures=$((failures + 1))
fi

# A full disk is an error, and the result is not lost.
mkdir rescued
full=(list --format json --out /dev/full)
expect 2 "^retprobe list: --out /dev/full: No space .*; the result is in $PWD/rescued/retprobe-" \
  env TMPDIR=rescued "$retprobe" "${full[@]}"
expect 0 '' in_json "$(echo rescued/*)" "len(d['designs']) >= 6"
expect 2 'No space left on device; the result is on standard output$' env TMPDIR=nowhere \
  "$retprobe" "${full[@]}"
mv out shown
expect 0 '' cmp shown rescued/*
expect 2 'output cannot be written; the result is in .*/rescued/retprobe-' env TMPDIR=rescued \
  bash -c '"$@" >/dev/full' - "$retprobe" list
expect 0 'counted_shadow' cat rescued/*

printf '%s: %d tests, %d failures\n' "command_line" "$tests" "$failures"
[ "$failures" -eq 0 ]
