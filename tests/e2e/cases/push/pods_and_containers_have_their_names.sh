# With --pods, profiles have the names of pods, namespaces and containers, as they are in the file then.

groups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
uid=$(printf %08x-89ab-cdef-0123-456789abcdef $$)
id=$(printf %08x $$)456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
pod=$groups/kubepods-$$.slice/kubepods-$$-pod${uid//-/_}.slice
remove_groups() {
	find $groups/kubepods-$$.slice -depth -type d -exec rmdir {} +
}
defer remove_groups
mkdir -p $pod/cri-containerd-$id.scope

# The file, with a pod of that name.
put_pods() {
	cat >pods.new <<JSON
{"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [
  {"metadata": {"name": "other", "namespace": "other", "uid": "ffffffff-89ab-cdef-0123-456789abcdef"}, "spec": {}, "status": {}},
  {"metadata": {"name": "$1", "namespace": "shop", "uid": "$uid", "annotations": {"a": "\u0000"}},
   "status": {"phase": "Running", "containerStatuses": [
     {"name": "web", "containerID": "containerd://$id", "ready": true}, {"name": "waits", "ready": false}]}}]}
JSON
	mv pods.new pods.json
}

# What is in a request, in words.
decode() {
	if [ $format = otlp ]; then
		gzip -dc "$1" | protoc --proto_path=$TOP/user/push --decode=receivers.ExportRequest receivers.proto
	else
		protoc --proto_path=$TOP/user/push --decode=receivers.PushRequest receivers.proto <"$1"
	fi
}

# NAME=TEXT of each label of a request, in lines.
labels() {
	decode "$1" | awk -F'"' '/(name|key): "/ { name = $2 } /(value|string_value): "/ { print name "=" $2 }'
}

# One of the requests that came has this label.
has_label() {
	local file
	for file in taken.*; do
		[ -e "$file" ] && labels "$file" | grep -Fqx "$1" && return
	done
	return 1
}

lacks_label() {
	! has_label "$1"
}

for format in pyroscope otlp; do
	rm -f taken.* head.* count.* end
	service=service_name name=pod
	[ $format = pyroscope ] || service=service.name name=k8s.pod.name
	put_pods web-1
	start_receiver $format
	$AGENT --push=$RECEIVER --push-format=$format --push-queue=$PWD/queue --pods=$PWD/pods.json --interval=1 -o a.out -- \
		sh -c 'echo $$ >"$0/cgroup.procs"; exec perl a.pl' $pod/cri-containerd-$id.scope 2>said & A=$!
	await has_label $service=shop/web
	expect has_label $name=web-1
	if [ $format = otlp ]; then
		expect has_label k8s.pod.uid=$uid
		expect has_label k8s.namespace.name=shop
		expect has_label k8s.container.name=web
		expect has_label container.id=$id
	else
		expect has_label namespace=shop
		expect has_label container=web
		expect lacks_label pod=$uid
	fi
	put_pods web-2
	await has_label $name=web-2

	# What is broken is said once, and the names stay.
	echo '{"items": 7}' >pods.new
	mv pods.new pods.json
	await grep -q 'the names that were read before stay' said
	rm taken.*
	await has_taken 2
	expect has_label $name=web-2
	touch end
	wait $A
	expect_status 0
	expect [ "$(grep -c 'the names that were read before stay' said)" = 1 ]
	expect_in said "warning: --pods=$PWD/pods.json: it is no list of pods: "
	end_receiver
done

# Before anything runs.
U="--push=http://127.0.0.1:9 --push-queue=$PWD/queue"
# shellcheck disable=SC2086 # two words
{
	refused 1 "--pods=$PWD/pods.json: it is no list of pods" $U --pods=$PWD/pods.json
	refused 1 "--pods=$PWD/none: No such file" $U --pods=$PWD/none
	echo '{' >broken
	refused 1 "--pods=$PWD/broken: it is no JSON: line 2, column 0" $U --pods=$PWD/broken
	put_pods web-1
	chmod 666 pods.json
	refused 1 'others can write to it: run chmod o-w on it' $U --pods=$PWD/pods.json
	truncate -s 17M large
	refused 1 'it is larger than 16 MiB' $U --pods=$PWD/large
	refused 2 '--pods=x: must begin with a slash' $U --pods=x
}
refused 2 '--label, --pods and --push-... need --push=URL' --pods=$PWD/pods.json
