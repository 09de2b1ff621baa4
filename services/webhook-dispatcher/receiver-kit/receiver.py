import base64, hashlib, hmac, http.server, json, os, time

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def verified(headers, body):  # body: the raw bytes, before any JSON parser
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    is_fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return is_fresh and any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        is_ours = verified(self.headers, body)
        self.send_response(204 if is_ours else 401)  # answer first, work later; the same id may come again
        self.end_headers()
        if is_ours: print(json.loads(body)["type"], json.loads(body)["id"], flush=True)

http.server.ThreadingHTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
