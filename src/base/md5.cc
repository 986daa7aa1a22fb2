#include "partita/base/md5.h"

#include <openssl/evp.h>

#include "partita/base/check.h"

namespace partita {

Md5Sum md5(ByteView bytes) {
  Md5Sum sum;
  unsigned int written = 0;
  const int is_done =
      EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(sum.data()), &written,
                 EVP_md5(), nullptr);
  PARTITA_CHECK(is_done == 1 && written == kMd5Bytes);
  return sum;
}

}  // namespace partita
