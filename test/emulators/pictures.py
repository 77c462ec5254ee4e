"""Plays Textract and Rekognition by moto until its input ends. Textract reads the blocks of the file that is named."""

import json
import logging
import sys

from moto.server import ThreadedMotoServer
from moto.textract.models import TextractBackend

with open(sys.argv[1]) as blocks:
    TextractBackend.BLOCKS = json.load(blocks)
logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
server.stop()
