<?php

/** Throws if the delivery is not signed by the Secret Key. $body is what file_get_contents('php://input') returns. */
function verify(string $body, array $server, string $secret): void
{
    $id = $server['HTTP_WEBHOOK_ID'];
    $time = $server['HTTP_WEBHOOK_TIMESTAMP'];
    if (abs(time() - (int) $time) > 300) {
        throw new RuntimeException('too old');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE']) as $signature) {
        if (hash_equals($expected, $signature)) {
            return;
        }
    }
    throw new RuntimeException('wrong signature');
}
