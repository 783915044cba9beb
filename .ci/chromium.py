"""Chromium by its debugging port: a WebSocket by hand, and JSON over it."""
import base64, json, os, shutil, socket, struct, subprocess, time, urllib.request

program = shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """A browser without a window, with a profile of its own in a folder."""

    def __init__(self, folder, *options):
        self.profile = f"{folder}/profile"
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--window-size=1000,900",
             "--remote-allow-origins=*", f"--user-data-dir={self.profile}", *options, "about:blank"], stderr=subprocess.DEVNULL)
        for _ in range(300):
            if os.path.exists(f"{self.profile}/DevToolsActivePort"):
                break
            time.sleep(0.1)
        self.port = int(open(f"{self.profile}/DevToolsActivePort").readline())

    def tab(self, url="about:blank"):
        return Tab(self.port, url)

    def end(self):
        self.process.terminate()
        self.process.wait()


class Tab:
    """A page of the browser."""

    def __init__(self, port, url):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")
        path = json.load(urllib.request.urlopen(request))["webSocketDebuggerUrl"].split("/", 3)[3]
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream, self.number, self.events = self.socket.makefile("rb"), 0, []
        while self.stream.readline().strip():
            pass
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(f"{domain}.enable")
        self.open(url)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def call(self, method, **parameters):
        self.number += 1
        data = json.dumps({"id": self.number, "method": method, "params": parameters}).encode()
        length = struct.pack(">BBH", 0x81, 0xFE, len(data)) if len(data) < 65536 else struct.pack(">BBQ", 0x81, 0xFF, len(data))
        self.socket.sendall(length + b"\0\0\0\0" + data)
        while True:
            message = self.read()
            if message.get("id") != self.number:
                self.events.append(message)
            elif "error" in message:
                raise SystemExit(f"{method}: {message['error']}")
            else:
                return message["result"]

    def read(self):
        data = b""
        while True:
            first, length = self.stream.read(2)
            length = length if length < 126 else struct.unpack(">H", self.stream.read(2))[0] if length == 126 else \
                struct.unpack(">Q", self.stream.read(8))[0]
            data += self.stream.read(length)
            if first & 0x80:
                return json.loads(data)

    def run(self, code):
        result = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{code[:300]}: {str(result['exceptionDetails'])[:1000]}")
        return result["result"].get("value")

    def press(self, key, code=None):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key)

    def picture(self, folder, name):
        """Keeps a picture of the page, if there is a folder for it."""
        if folder:
            os.makedirs(folder, exist_ok=True)
            with open(f"{folder}/{name}.png", "wb") as file:
                file.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
