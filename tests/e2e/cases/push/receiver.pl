# A receiver of profiles: receiver.pl pyroscope|otlp [CERTIFICATE KEY]
#
# It answers as the API does, and at once. At SIGUSR1 it checks what it has taken, and ends: the path, the headers
# and the messages (by protoc, with the numbers of the fields that the project knows) must be those of the API.
# What is not goes to "wrong". The file "behave" says how else it answers:
#
#   CODE [HEADER: TEXT]     an error
#   hang, cut, garbage, page, echo
#
# and "auth" which header it wants. Each request that it takes is in taken.N; its head is in head.N. Its port,
# PORT or any, is in "port".
use strict;
use warnings;
use IO::Socket::INET;

my ($format, $certificate, $key) = @ARGV;
my ($path, $type, $message) = $format eq 'otlp' ? ('/v1development/profiles', 'application/x-protobuf', 'ExportRequest') : ('/push.v1.PusherService/Push', 'application/proto', 'PushRequest');
my ($nr, @heads) = 0;    # of all requests; of those that were taken

sub put {
    my ($name, $text) = @_;
    open my $to, '>', ".$name.new" or die "$name: $!\n";
    print {$to} $text;
    close $to or die;
    rename ".$name.new", $name or die;
    return;
}

sub said {
    my ($name) = @_;
    open my $from, '<', $name or return '';
    my $line = <$from> // '';
    chomp $line;
    return $line;
}

sub note_wrong {
    my ($why) = @_;
    open my $to, '>>', 'wrong' or die;
    print {$to} "$why\n";
    return;
}

sub read_request {
    my ($client) = @_;
    my ($head, $body) = ('', '');
    while ($head !~ /\r\n\r\n\z/) { sysread $client, $head, 1, length $head or return }
    my ($len) = $head =~ /^Content-Length: (\d+)\r$/mi or note_wrong("no length: $head");
    while (length $body < ($len // 0)) { sysread $client, $body, $len - length $body, length $body or return }
    return ($head, $body);
}

sub check {
    my ($head, $file) = @_;
    $head =~ m{^POST \Q$path\E HTTP/1\.1\r$}m or note_wrong("request: $head");
    $head =~ m{^Content-Type: \Q$type\E\r$}mi or note_wrong("type: $head");
    $head =~ m{^User-Agent: nytprof-bpf/}mi   or note_wrong("agent: $head");
    my $unpack = $head =~ /^Content-Encoding: gzip\r$/mi ? "gzip -dc <$file" : "cat $file";
    my $text = `$unpack | protoc --proto_path=$ENV{TOP}/user/push --decode=receivers.$message receivers.proto 2>&1`;
    note_wrong("message: $text") if $? || $text !~ /\S/ || $text =~ /^ *\d+[:{]/m;
    return;
}

sub answer {
    my ($client, $code, $headers, $text) = @_;
    my $words = { 200 => 'OK', 401 => 'Unauthorized', 429 => 'Too Many Requests' }->{$code} // 'Other';
    print {$client} "HTTP/1.1 $code $words\r\n$headers" . 'Content-Length: ' . length($text) . "\r\n\r\n$text";
    $client->flush;
    return;
}

# False: the connection is over.
sub misbehave {
    my ($client, $how, $head) = @_;
    if ($how eq 'hang') { sleep 1 while said('behave') eq 'hang'; return 0 }
    return 0 if $how eq 'cut';
    if ($how eq 'garbage') { print {$client} "\x00\x01 no HTTP\n"; return 0 }
    if ($how eq 'page') { answer($client, 200, "Content-Type: text/html\r\n", '<h1>Please sign in</h1>'); return 1 }
    if ($how eq 'echo') { answer($client, 400, "Content-Type: text/plain\r\n", $head); return 1 }
    my ($code, $header) = $how =~ /^(\d+) ?(.*)/ or die "behave: $how\n";
    answer($client, $code, $header ? "$header\r\n" : '', "as it was told,\nwith \e[31mcolours");
    return 1;
}

sub serve {
    my ($client) = @_;
    while (my ($head, $body) = read_request($client)) {
        $nr++;
        put("head.$nr", $head);
        my ($how, $auth) = (said('behave'), said('auth'));
        if ($how) { misbehave($client, $how, $head) or return; next }
        if ($auth && $head !~ /^\Q$auth\E\r$/m) { answer($client, 401, '', 'who are you?'); next }
        put('taken.' . (@heads + 1), $body);
        link 'taken.' . (@heads + 1), '.came.' . (@heads + 1) or die "link: $!\n";    # a case may remove the other
        push @heads, $head;
        answer($client, 200, "Content-Type: $type\r\n", '');
    }
    return;
}

unlink glob '.came.*';
$SIG{PIPE} = 'IGNORE';
$SIG{USR1} = sub {
    check($heads[$_], '.came.' . ($_ + 1)) for 0 .. $#heads;
    exit;
};
my %at = (Listen => 10, LocalAddr => '127.0.0.1', LocalPort => $ENV{PORT} // 0, ReuseAddr => 1);
my $socket;
if ($certificate) {
    require IO::Socket::SSL;
    $socket = IO::Socket::SSL->new(%at, SSL_cert_file => $certificate, SSL_key_file => $key) or die "can't listen\n";
}
else { $socket = IO::Socket::INET->new(%at) or die "can't listen: $!\n" }
put('port', $socket->sockport);
while (1) {
    my $client = $socket->accept or next;
    serve($client);
    close $client;
}
