# Keeps a listening socket and gives it to a program, as systemd does (sd_listen_fds(3)). At SIGHUP the program is stopped
# and started again; at SIGTERM it is stopped for good.
import os, signal, socket, sys

port, *program = sys.argv[1:]
held = socket.create_server(("127.0.0.1", int(port)), backlog=4096)
child = 0
again = True


def stop(number, _frame):
    global again
    again = number == signal.SIGHUP
    os.kill(child, signal.SIGTERM)


while again:
    again = False
    child = os.fork()
    if child == 0:
        os.dup2(held.fileno(), 3)
        os.set_inheritable(3, True)
        os.execvpe(program[0], program, {**os.environ, "LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())})
    signal.signal(signal.SIGHUP, stop)
    signal.signal(signal.SIGTERM, stop)
    os.waitpid(child, 0)
