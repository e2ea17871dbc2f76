# SPDX-License-Identifier: GPL-2.0-or-later
# A headless Chromium, by its DevTools protocol.

package Browser;

use strict;
use warnings;
use File::Temp ();
use IO::Handle;
use MIME::Base64 'decode_base64';
use Scalar::Util 'weaken';
use Mojo::IOLoop;
use Mojo::JSON qw(decode_json encode_json);
use Mojo::UserAgent;

my $patience = 60;    # seconds, for whatever the browser is asked
my %running;          # process ids

sub program {
    for my $name (qw(chromium-headless-shell chromium)) {
        return $name if grep { -x "$_/$name" } split /:/, $ENV{PATH};
    }
    return undef;
}

sub new {
    my ($class) = @_;
    my $self = bless { id => 0, answers => {}, requests => [], errors => [], dir => File::Temp->newdir }, $class;
    my $program = program() // die "there is no chromium\n";
    pipe(my $said, my $to) or die "pipe: $!\n";
    $self->{pid} = fork // die "fork: $!\n";
    if (!$self->{pid}) {
        setpgrp;    # what Debian calls chromium is a script, and starts more
        open STDIN,  '<',  '/dev/null';
        open STDOUT, '>',  '/dev/null';
        open STDERR, '>&', $to;
        exec $program, qw(--headless=new --no-sandbox --disable-gpu --no-first-run --hide-scrollbars --disable-background-networking
            --remote-debugging-port=0), "--user-data-dir=$self->{dir}", 'about:blank';
        die "$program: $!\n";
    }
    $running{ $self->{pid} } = $$;
    close $to;
    while (<$said>) { last if ($self->{url}) = m{(ws://\S+)} }
    die "$program does not start\n" if !$self->{url};
    $self->{said} = $said;
    $self->connect;
    return $self;
}

# Turns the loop until this is so.
sub await {
    my ($self, $what, $is_so) = @_;
    my $late = Mojo::IOLoop->timer($patience => sub { $self->{late} = $what });
    Mojo::IOLoop->one_tick until $self->{late} || $is_so->();
    Mojo::IOLoop->remove($late);
    die "$what: nothing after $patience seconds\n" if $self->{late};
    return;
}

sub connect {
    my ($self) = @_;
    weaken(my $weak = $self);
    my $agent = $self->{agent} = Mojo::UserAgent->new(inactivity_timeout => 0, max_response_size => 0);
    $agent->websocket(
        $self->{url} => sub {
            my (undef, $tx) = @_;
            $weak->{socket} = $tx;
            $tx->max_websocket_size(1 << 28);
            $tx->on(json => sub { $weak->take($_[1]) });
        });
    $self->await('connection', sub { $self->{socket} });
    my $target = $self->call('Target.createTarget', { url => 'about:blank' })->{targetId};
    $self->{session} = $self->call('Target.attachToTarget', { targetId => $target, flatten => Mojo::JSON->true })->{sessionId};
    $self->call("$_.enable") for qw(Page Runtime Log Network Performance);
    return;
}

sub take {
    my ($self, $message) = @_;
    my ($method, $p) = @$message{qw(method params)};
    if (defined $message->{id}) { $self->{answers}{ $message->{id} } = $message; return }
    if ($method eq 'Network.requestWillBeSent') { push @{ $self->{requests} }, $p->{request}{url} }
    elsif ($method eq 'Page.loadEventFired')    { $self->{loaded} = 1 }
    elsif ($method eq 'Runtime.exceptionThrown') {
        push @{ $self->{errors} }, $p->{exceptionDetails}{exception}{description} // $p->{exceptionDetails}{text};
    }
    elsif ($method eq 'Log.entryAdded') { push @{ $self->{errors} }, $p->{entry}{text} }
    elsif ($method eq 'Runtime.consoleAPICalled' || $method eq 'Page.javascriptDialogOpening') {
        push @{ $self->{errors} }, "$method: " . encode_json($p);
    }
    return;
}

sub call {
    my ($self, $method, $params) = @_;
    my $id = ++$self->{id};
    $self->{socket}->send({ json => {
        id => $id, method => $method, params => $params // {}, $self->{session} ? (sessionId => $self->{session}) : () } });
    $self->await($method, sub { $self->{answers}{$id} });
    my $answer = delete $self->{answers}{$id};
    die "$method: $answer->{error}{message}\n" if $answer->{error};
    return $answer->{result};
}

# The value of an expression, which may be a promise.
sub value {
    my ($self, $expression) = @_;
    my $result = $self->call('Runtime.evaluate', { expression => $expression, returnByValue => Mojo::JSON->true, awaitPromise => Mojo::JSON->true });
    die "$expression: $result->{exceptionDetails}{exception}{description}\n" if $result->{exceptionDetails};
    return $result->{result}{value};
}

# Opens a page and waits for its script; seconds until that was ready.
sub open {
    my ($self, $url) = @_;
    for my $next ('about:blank', $url) {
        $self->{loaded} = 0;
        @{ $self->{requests} } = @{ $self->{errors} } = ();
        $self->call('Page.navigate', { url => $next });
        $self->await('load', sub { $self->{loaded} });
    }
    return if $self->{no_script};
    $self->until_so("document.documentElement.dataset.ready || !document.getElementById('failed').hidden");
    return ($self->value('document.documentElement.dataset.ready') // 'NaN') / 1000;
}

# Seconds of processor time of the page's own thread, which does all that keeps a reader waiting.
sub thread_time {
    my ($self) = @_;
    my ($time) = map { $_->{value} } grep { $_->{name} eq 'ThreadTime' } @{ $self->call('Performance.getMetrics')->{metrics} };
    return $time // die "the browser does not tell the processor time\n";
}

sub until_so {
    my ($self, $expression) = @_;
    my $end = time + $patience;
    until ($self->value("!!($expression)")) {
        die "not so after $patience seconds: $expression\n" if time > $end;
        Mojo::IOLoop->timer(0.01 => sub { Mojo::IOLoop->stop });
        Mojo::IOLoop->start;
    }
    return;
}

# To a link of the page.
sub go {
    my ($self, $hash) = @_;
    $self->value("new Promise(done => { (location.hash || '#') === @{[encode_json($hash)]} ? done() : addEventListener('hashchange', () => done(), { once: true });"
            . " location.hash = @{[encode_json($hash)]} })");
    return;
}

sub key {
    my ($self, $key) = @_;
    my %text = length $key == 1 ? (text => $key) : $key eq 'Enter' ? (text => "\r") : ();
    my %code = (Enter => 13, Escape => 27);
    $self->call('Input.dispatchKeyEvent', { type => 'keyDown', key => $key, windowsVirtualKeyCode => $code{$key} // ord uc $key, %text });
    $self->call('Input.dispatchKeyEvent', { type => 'keyUp', key => $key });
    $self->value('new Promise(done => requestAnimationFrame(() => setTimeout(done)))');
    return;
}

sub click {
    my ($self, $x, $y) = @_;
    $self->call('Input.dispatchMouseEvent', { type => $_, x => $x, y => $y, button => 'left', clickCount => 1 }) for qw(mouseMoved mousePressed mouseReleased);
    return;
}

sub size {
    my ($self, $width, $height) = @_;
    $self->call('Emulation.setDeviceMetricsOverride', { width => $width, height => $height, deviceScaleFactor => 1, mobile => $width < 600 ? Mojo::JSON->true : Mojo::JSON->false });
    return;
}

sub dark {
    my ($self, $on) = @_;
    $self->call('Emulation.setEmulatedMedia', { features => [ { name => 'prefers-color-scheme', value => $on ? 'dark' : 'light' } ] });
    return;
}

sub without_script {
    my ($self, $on) = @_;
    $self->{no_script} = $on;
    $self->call('Emulation.setScriptExecutionDisabled', { value => $on ? Mojo::JSON->true : Mojo::JSON->false });
    return;
}

sub screenshot {
    my ($self, $file) = @_;
    $self->value('new Promise(done => requestAnimationFrame(() => setTimeout(done)))') if !$self->{no_script};
    my $data = $self->call('Page.captureScreenshot', { format => 'png' })->{data};
    CORE::open my $out, '>:raw', $file or die "$file: $!\n";
    print $out decode_base64($data);
    close $out or die "$file: $!\n";
    return;
}

# What the page asked the network for, and what the browser complained of.
sub requests { return grep { !/^(?:data|blob|about):/ } @{ $_[0]{requests} } }
sub errors   { return @{ $_[0]{errors} } }

sub end {
    my ($pid) = @_;
    local ($?, $!);
    return if (delete $running{$pid} // 0) != $$;
    kill KILL => -$pid;
    waitpid $pid, 0;
    return;
}

sub DESTROY { end($_[0]{pid}) if $_[0]{pid} }
END { end($_) for keys %running }

1;
