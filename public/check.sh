#!/bin/sh
# Is this the machine I was promised? Run it on a rented machine, paste what it prints at /check/machine of the site.
#
# It needs nothing installed, changes nothing and sends nothing: it reads /proc, /sys, df and nvidia-smi and prints
# JSON. It prints no host name, address, user, path of yours, serial number, UUID, environment or name of a process.
#
#   --data DIR    where your data lies; else the first usual place that exists (/root/autodl-tmp, /workspace, ...)
#   --disk        also write 256 MB there for at most 10 seconds, say how fast that was, and delete the file
#   --net [URL]   also fetch for at most 10 seconds (100 MB from speed.cloudflare.com, or your URL) and say how fast;
#                 less than 1 MB says nothing of the line, and is left out
#
# No options after a pipe: curl ... | sh       With options: curl ... | sh -s -- --disk --net
set -u
LC_ALL=C; export LC_ALL
R=${CHECK_ROOT:-} # tests put other /proc, /sys and /etc here

has() { command -v "$1" >/dev/null 2>&1; }
# A command that may hang, for at most 20 seconds where the machine has `timeout`.
limited() { if has timeout; then timeout 20 "$@"; else "$@"; fi </dev/null 2>/dev/null; }
# Values as JSON: text without quotes or anything but printable ASCII, a number, or null.
text() {
  kept=$(printf '%s' "$1" | tr -cd '\040\041\043-\133\135-\176' | cut -c 1-80)
  if [ -n "$kept" ]; then printf '"%s"' "$kept"; else printf null; fi
}
number() { case $1 in '' | *[!0-9.]* | .* | *. | *.*.*) printf null ;; *) printf %s "$1" ;; esac; }
# The first line of a file that may be missing.
line() { if [ -r "$1" ]; then head -n 1 "$1" 2>/dev/null; fi; }
# A file of this process's group of processes (cgroup v2) and of every group above it.
climb() {
  at=$(sed -n 's/^0:://p' "$R/proc/self/cgroup" 2>/dev/null | head -n 1)
  while :; do
    line "$R/sys/fs/cgroup$at/$1"
    [ -n "$at" ] || break
    at=${at%/*}
  done
}
lowest() { awk '$1 ~ /^[0-9]+(\.[0-9]+)?$/ && (m == "" || $1 + 0 < m) { m = $1 + 0 } END { if (m != "") printf "%.2f\n", m }'; }

processor() {
  info=$R/proc/cpuinfo
  online=$(grep -c '^processor' "$info" 2>/dev/null)
  allowed=$(awk '/^Cpus_allowed_list/ { n = split($2, part, ",")
    for (i = 1; i <= n; i++) { m = split(part[i], end, "-"); c += end[m] - end[1] + 1 } } END { if (c) print c }' "$R/proc/self/status" 2>/dev/null)
  quota=$( {
    climb cpu.max | awk '$2 > 0 && $1 ~ /^[0-9]/ { printf "%.2f\n", $1 / $2 }'
    old=$R/sys/fs/cgroup/cpu
    printf '%s %s\n' "$(line "$old/cpu.cfs_quota_us")" "$(line "$old/cpu.cfs_period_us")" |
      awk '$1 > 0 && $2 > 0 { printf "%.2f\n", $1 / $2 }'
  } | lowest)
  numa=0
  for node in "$R"/sys/devices/system/node/node[0-9]*; do if [ -d "$node" ]; then numa=$((numa + 1)); fi; done
  model=$(sed -n 's/^model name[^:]*: *//p' "$info" 2>/dev/null | head -n 1)
  printf '"cpu":{"model":%s,"online":%s,"allowed":%s,"quota":%s,"numa_nodes":%s},\n' "$(text "$model")" \
    "$(number "$online")" "$(number "$allowed")" "$(number "$quota")" "$(if [ $numa -gt 0 ]; then echo $numa; else echo null; fi)"
}

memory() {
  total=$(awk '/^MemTotal/ { print int($2 / 1024) }' "$R/proc/meminfo" 2>/dev/null)
  limit=$( { climb memory.max; line "$R/sys/fs/cgroup/memory/memory.limit_in_bytes"; } |
    lowest | awk -v total="${total:-0}" '{ m = int($1 / 1048576); if (total == 0 || m < total) print m }')
  shm=$(df -kP /dev/shm 2>/dev/null | awk 'NR == 2 { print int($2 / 1024) }')
  printf '"ram":{"total_mib":%s,"limit_mib":%s},"shm_mib":%s,\n' "$(number "$total")" "$(number "$limit")" "$(number "$shm")"
}

# Usual places of data; any other mount is printed as "other".
PLACES="/root/autodl-tmp /root/autodl-fs /hy-tmp /workspace /gemini/code /openbayes/home /data /mnt/data /mnt /root /home /"
# Those of them that outlive a stop on the platforms that have them.
KEPT="/root/autodl-tmp /root/autodl-fs /gemini/code /openbayes/home"
disk() { # directory, true where the data lie
  found=$(df -kP "$1" 2>/dev/null | awk 'NR == 2 { print int($2 / 1024), int($4 / 1024), $NF }')
  mount=${found##* }
  case " $seen " in *" $mount "*) return ;; esac
  seen="$seen $mount"
  of=$(awk -v at="$mount" '$2 == at { found = $3 " " $1 } END { print found }' "$R/proc/mounts" 2>/dev/null)
  device=${of##*/}
  case $of in
    overlay* | aufs*) kind=overlay ;;
    tmpfs* | ramfs*) kind=memory ;;
    nfs* | cifs* | smb* | ceph* | lustre* | gpfs* | beegfs* | glusterfs* | fuse*) kind=network ;;
    9p* | virtiofs*) kind=unknown ;;
    *" /dev/nvme"*) kind=nvme ;;
    *" /dev/vd"* | *" /dev/xvd"*) kind=virtual ;;
    *) case $(line "$R/sys/class/block/$device/queue/rotational")$(line "$R/sys/class/block/$device/../queue/rotational") in
      0*) kind=ssd ;; 1*) kind=hdd ;; *) kind=unknown ;; esac ;;
  esac
  case " $PLACES " in *" $mount "*) name=$mount ;; *) name=other ;; esac
  # A device under another mount may still be wiped at a stop (a cloud's temporary disk, a pod's scratch volume).
  case $kind in
    overlay | memory) gone=true ;; network) gone=false ;; unknown) gone=null ;;
    *) case " $KEPT " in *" $name "*) gone=false ;; *) gone=null ;; esac
      if [ "$container" = false ] && [ "$name" = / ]; then gone=false; fi ;;
  esac
  sizes=${found% *}
  printf '%s{"at":"%s","kind":"%s","ephemeral":%s,"data":%s,"size_mib":%s,"free_mib":%s}' "$comma" "$name" "$kind" \
    "$gone" "$2" "$(number "${sizes% *}")" "$(number "${sizes#* }")"
  comma=",
"
}
disks() {
  seen="" comma=""
  printf '"disks":['
  if [ -n "$data" ]; then disk "$data" true; fi
  for place in $PLACES; do if [ -d "$R$place" ]; then disk "$place" false; fi; done
  printf '],\n'
}

FIELDS="index,name,memory.total,memory.used,driver_version,power.limit,power.default_limit,power.max_limit,\
clocks.max.sm,pcie.link.gen.current,pcie.link.gen.max,pcie.link.width.current,pcie.link.width.max,ecc.mode.current"
ask() { limited nvidia-smi "--query-gpu=$1" --format=csv,noheader,nounits; }
matrix() { # one of the tables of `nvidia-smi topo`, its rows and columns of cards alone
  limited nvidia-smi topo "$@" | awk -F '\t' '
    { gsub(/\033\[[0-9;]*m/, ""); gsub(/ /, "") }
    $1 ~ /^GPU[0-9]+$/ { row[rows++] = $0 }
    END { if (!rows) { printf "null"; exit }
      for (i = 0; i < rows; i++) { split(row[i], cell, "\t"); printf "%s[", i ? "," : "["
        for (j = 2; j < rows + 2; j++) { word = cell[j]
          if (word !~ /^(X|NV[0-9]+|PIX|PXB|PHB|NODE|SYS|OK|NS|CNS|GNS|TNS|U)$/) word = "?"
          printf "%s\"%s\"", (j > 2 ? "," : ""), word } printf "]" } printf "]" }'
}
cards() {
  if ! has nvidia-smi; then printf '"nvidia_smi":"missing","cards":null,\n'; return; fi
  # Older drivers know fewer fields, and one that is unknown fails the whole question.
  table=$(ask "$FIELDS,mig.mode.current,clocks.applications.graphics,clocks.default_applications.graphics") ||
    table=$(ask "$FIELDS,mig.mode.current") || table=$(ask "$FIELDS") || table=""
  case $table in [0-9]*) ;; *)
    case $(limited sh -c 'nvidia-smi 2>&1' | head -n 3) in
      *mismatch*) why=mismatch ;; *"communicate with the NVIDIA driver"*) why=no_driver ;;
      *"No devices"*) why=no_devices ;; *"Unknown Error"*) why=unknown_error ;; *) why=failed ;;
    esac
    printf '"nvidia_smi":"%s","cards":null,\n' "$why"; return ;;
  esac
  long=$(limited nvidia-smi -q)
  driver=$(printf '%s\n' "$table" | awk -F ', *' 'NR == 1 { print $5 }')
  cuda=$(printf '%s\n' "$long" | sed -n 's/^CUDA \(UMD \)\{0,1\}Version *: *\([0-9][0-9.]*\).*/\2/p' | head -n 1)
  mode=$(printf '%s\n' "$long" | sed -n 's/^ *Virtualization [Mm]ode *: *//p' | head -n 1)
  nvcc=$(if has nvcc; then nvcc --version </dev/null 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p' | head -n 1; fi)
  printf '"nvidia_smi":"ok","driver":%s,"cuda":%s,"nvcc":%s,"virtualization":%s,\n"cards":[' \
    "$(text "$driver")" "$(text "$cuda")" "$(text "$nvcc")" "$(text "$mode")"
  printf '%s\n' "$table" | awk -F ', *' '
    function n(x) { sub(/ .*/, "", x); return x ~ /^[0-9]+(\.[0-9]+)?$/ ? x : "null" }
    function s(x) { gsub(/[^ -~]|["\\]/, "", x); return x == "" || x ~ /^\[/ ? "null" : "\"" substr(x, 1, 60) "\"" }
    { printf "%s{\"name\":%s,\"memory_mib\":%s,\"used_mib\":%s,\n", (NR > 1 ? ",\n" : ""), s($2), n($3), n($4)
      printf " \"power_w\":%s,\"power_default_w\":%s,\"power_max_w\":%s,\"clock_max_mhz\":%s,", n($6), n($7), n($8), n($9)
      printf "\"clock_set_mhz\":%s,\"clock_default_mhz\":%s,\n \"pcie_gen\":%s,\"pcie_gen_max\":%s,", n($16), n($17), n($10), n($11)
      printf "\"pcie_width\":%s,\"pcie_width_max\":%s,\"ecc\":%s,\"mig\":%s}", n($12), n($13), s($14), s($15) }'
  printf '],\n"mig_devices":[%s],\n' "$(limited nvidia-smi -L | awk '$1 == "MIG" && $2 ~ /^[0-9][0-9a-z.+]*$/ { printf "%s\"%s\"", n++ ? "," : "", $2 }')"
  # Processes that the driver sees; those of another container have no folder in our /proc. No names, only how many.
  if used=$(limited nvidia-smi --query-compute-apps=pid,used_memory --format=csv,noheader,nounits); then
    all=0 foreign=0
    for pid in $(printf '%s\n' "$used" | awk -F ', *' '$1 ~ /^[0-9]+$/ { print $1 }'); do
      all=$((all + 1))
      if [ ! -d "$R/proc/$pid" ]; then foreign=$((foreign + 1)); fi
    done
    printf '"processes":{"all":%s,"foreign":%s},\n' "$all" "$foreign"
  else printf '"processes":null,\n'; fi
  printf '"topology":%s,\n"p2p":%s,\n' "$(matrix -m)" "$(matrix -p2p r)"
  printf '"nvlink":%s,\n' "$(limited nvidia-smi nvlink -s | awk '/Link [0-9]+:/ { if (/GB\/s/) on++; else off++ }
    END { if (on + off) printf "{\"active\":%d,\"inactive\":%d}", on, off; else printf "null" }')"
}

system() {
  os=$(sed -n 's/^PRETTY_NAME=//p' "$R/etc/os-release" 2>/dev/null | head -n 1)
  container=false vm=false
  if [ -e "$R/.dockerenv" ] || [ -e "$R/run/.containerenv" ] || grep -Eq '(docker|kubepods|containerd|lxc|libpod)' "$R/proc/1/cgroup" 2>/dev/null ||
    grep -q ' / overlay ' "$R/proc/mounts" 2>/dev/null; then container=true; fi
  if [ ! -r "$R/proc/cpuinfo" ]; then vm=null; elif grep -Eq '^flags.* hypervisor( |$)' "$R/proc/cpuinfo"; then vm=true; fi
  printf '"day":%s,"root":%s,"os":%s,"container":%s,"vm":%s,\n' "$(text "$(date -u +%Y-%m-%d)")" \
    "$(if [ "$(id -u)" = 0 ]; then echo true; else echo false; fi)" "$(text "$os")" "$container" "$vm"
}

# Seconds since the machine started, in hundredths.
clock() { awk '{ printf "%d", $1 * 100 }' /proc/uptime; }
disk_rate() {
  # Somebody who is not root writes to their own folder of /home.
  into=$data
  if [ ! -w "$into" ]; then case ${HOME:-} in "$into"/*) into=$HOME ;; esac; fi
  file=$into/.zuka-check-$$
  trap 'rm -f "$file"' EXIT
  trap 'exit 1' HUP INT TERM
  start=$(clock) n=0
  while [ $n -lt 16 ] && [ $(($(clock) - start)) -lt 1000 ]; do
    limited dd if=/dev/zero of="$file" bs=1048576 count=16 seek=$((n * 16)) conv=notrunc,fsync || break
    n=$((n + 1))
  done
  spent=$(($(clock) - start))
  rm -f "$file"
  if [ $n -gt 0 ]; then awk -v mb=$((n * 16)) -v t=$spent 'BEGIN { printf "%d", mb * 1.048576 * 100 / (t > 0 ? t : 1) }'; fi
}
net_rate() {
  if has curl; then
    curl -fsL --max-time 10 -o /dev/null -w '%{speed_download} %{size_download}' "$net" </dev/null 2>/dev/null |
      awk '$2 >= 1000000 { printf "%d", $1 * 8 / 1000000 }'
  elif has wget && has timeout; then
    start=$(clock)
    got=$(timeout 10 wget -q -O - "$net" </dev/null 2>/dev/null | wc -c)
    awk -v b="$got" -v t=$(($(clock) - start)) 'BEGIN { if (b >= 1000000) printf "%d", b * 8 / 10000 / (t > 0 ? t : 1) }'
  fi
}

main() {
  want_disk="" net="" own=null data=""
  while [ $# -gt 0 ]; do
    case $1 in
      --disk) want_disk=yes ;;
      --net) net="https://speed.cloudflare.com/__down?bytes=100000000" own=false
        case ${2:-} in http://* | https://*) net=$2 own=true; shift ;; esac ;;
      --data) data=${2:-}; if [ -d "$R$data" ] && [ $# -gt 1 ]; then shift; else echo "check.sh: --data needs a folder that exists" >&2; exit 2; fi ;;
      *) echo "check.sh: there is no option $1; there are --data DIR, --disk and --net [URL]" >&2; exit 2 ;;
    esac
    shift
  done
  if [ -z "$data" ]; then
    for place in $PLACES; do if [ -d "$R$place" ] && [ -x "$R$place" ] && [ "$place" != /mnt ]; then data=$place; break; fi; done
  fi
  printf '{"check":1,\n'
  system; processor; memory; disks; cards
  printf '"rates":{"net_own":%s,"disk_write_mb_s":%s,"net_mbps":%s},\n' "$own" \
    "$(number "$(if [ -n "$want_disk" ]; then disk_rate; fi)")" "$(number "$(if [ -n "$net" ]; then net_rate; fi)")"
  printf '"end":true}\n'
}
main "$@"
