#include "partita/base/sha256.h"

#include <openssl/evp.h>

#include "partita/base/check.h"

namespace partita {

Sha256Sum sha256(ByteView bytes) {
  Sha256Sum sum;
  unsigned int written = 0;
  const int is_done =
      EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(sum.data()), &written,
                 EVP_sha256(), nullptr);
  PARTITA_CHECK(is_done == 1 && written == kSha256Bytes);
  return sum;
}

}  // namespace partita
