import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Verify {
  /** Throws if the delivery is not signed by the Secret Key. `header` has the value of a header by its name. */
  static void verify(byte[] body, UnaryOperator<String> header, String secret) throws GeneralSecurityException {
    String id = header.apply("webhook-id"), at = header.apply("webhook-timestamp");
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(at)) > 300) throw new SecurityException("too old");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + at + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
    for (String one : header.apply("webhook-signature").split(" "))
      if (MessageDigest.isEqual(expected, one.getBytes())) return;
    throw new SecurityException("wrong signature");
  }
}
