#pragma once

#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"

// What browsers are told, so that pages of other origins may use the server. Only where requests
// must be signed: without that a page could use the server of the machine that shows it.
namespace partita::server {

// Whether a browser asks if it may send a request.
bool is_preflight(const protocol::HttpRequest& request);
// Yes, whatever it wants to send: AWS lets every page ask.
protocol::HttpStatus answer_preflight(const protocol::HttpRequest& request,
                                      protocol::HttpResponse& response);
// Lets the page read the answer, if a page has asked.
void allow_reading(const protocol::HttpRequest& request, protocol::HttpResponse& response);

}  // namespace partita::server
