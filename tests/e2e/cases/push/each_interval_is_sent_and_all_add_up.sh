# In each interval the receiver gets what came since the last one; together that is all.

for format in pyroscope otlp; do
	rm -f taken.* head.* count.* end
	start_receiver $format
	$AGENT --push=$RECEIVER --push-format=$format --push-queue=$PWD/queue --interval=1 --label=region=eu,stage='a "b"' -o a.out -- perl a.pl 2>said & A=$!
	await has_taken 3
	touch end
	wait $A
	expect_status 0
	expect_in said "push: sent $(taken) profiles to $RECEIVER"
	expect [ "$(called $format main::work)" = "$(counted)" ]
	expect [ "$(executed $format main::work)" = "$(counted)" ]
	expect_that "$(counted) > 100"
	end_receiver
	expect [ "$(queued)" = 0 ]
done
protoc --proto_path=$TOP/user/push --decode=receivers.ExportRequest receivers.proto < <(gzip -dc taken.1) >decoded
expect grep -q 'service.name' decoded
expect grep -q '"a.pl"' decoded
expect grep -q 'process.runtime.version' decoded
expect grep -q 'a \\"b\\"' decoded
