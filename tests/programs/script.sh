# What `tests/programs/run` gives dash to do: functions, forks, pipes, traps, errors. Its output is
# the same each time.
count() {
  i=0
  while [ "$i" -lt "$1" ]; do i=$((i + 1)); done
  echo "counted $i"
}
count 20000
fib() {
  if [ "$1" -lt 2 ]; then echo "$1"; return; fi
  echo $(($(fib $(($1 - 1))) + $(fib $(($1 - 2)))))
}
echo "fib $(fib 9)"
printf '%s\n' pear apple fig | while read -r word; do echo "<$word>"; done | sort
for n in 1 2 3; do (exit "$n"); echo "status $?"; done
(
  trap 'echo "trapped in $1"' EXIT
  set -- child
  exit 3
) &
wait $!
echo "status $?"
(trap 'echo terminated; exit 4' TERM; kill -TERM "$(exec sh -c 'echo $PPID')"; echo after) &
wait $!
echo "status $?"
(trap 'echo usr1; exit 5' USR1; kill -USR1 "$(exec sh -c 'echo $PPID')"; echo after)
echo "status $?"
eval 'for w in a b; do echo "eval $w"; done'
cat <<END
here $(echo document) $((6 * 7))
END
unset nothing
(echo "${nothing:?is not set}") 2>/dev/null
echo "status $?"
case $(echo abc | sed 's/b/x/') in a?c) echo matched;; *) echo no;; esac
x=abc.def.ghi
echo "${x#*.} ${x##*.} ${x%.*} ${x%%.*} ${#x}"
count 1000 | { read -r line; echo "piped: $line"; }
set -- 1 2 3
while [ $# -gt 0 ]; do echo "argument $1"; shift; done
exit 9
