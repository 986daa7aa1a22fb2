#include "server/rest_models_openapi.h"

namespace partita::server {
namespace {

constexpr std::string_view kDocument = R"({
  "openapi": "3.1.0",
  "info": {
    "title": "Models of a database",
    "version": "1",
    "description": "Which models there are, and how to change them."
  },
  "paths": {
    "/api/models": {
      "get": {
        "operationId": "list_models",
        "summary": "All models that the database holds",
        "responses": {
          "200": {
            "description": "By name.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": ["models"],
                  "properties": {
                    "models": {"type": "array", "items": {"$ref": "#/components/schemas/Model"}}
                  }
                }
              }
            }
          }
        }
      }
    },
    "/api/models/{name}": {
      "get": {
        "operationId": "get_model",
        "summary": "One model, with the items that have outlasted its leases",
        "parameters": [
          {"name": "name", "in": "path", "required": true, "schema": {"type": "string"}}
        ],
        "responses": {
          "200": {
            "description": "The model.",
            "content": {
              "application/json": {
                "schema": {
                  "allOf": [{"$ref": "#/components/schemas/Model"}],
                  "required": ["overdue"],
                  "properties": {
                    "overdue": {
                      "type": "array",
                      "items": {"$ref": "#/components/schemas/Overdue"}
                    }
                  }
                }
              }
            }
          },
          "404": {"$ref": "#/components/responses/Problem"}
        }
      },
      "delete": {
        "operationId": "remove_model",
        "summary": "Forgets a model and takes its rules off its tables",
        "parameters": [
          {"name": "name", "in": "path", "required": true, "schema": {"type": "string"}},
          {
            "name": "tables",
            "in": "query",
            "required": true,
            "description": "Whether its tables stay, without rules, or go with their items.",
            "schema": {"enum": ["keep", "drop"]}
          }
        ],
        "responses": {
          "200": {
            "description": "What was removed.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": ["removed"],
                  "properties": {
                    "removed": {"type": "string"},
                    "kept_tables": {"type": "array", "items": {"type": "string"}},
                    "dropped_tables": {"type": "array", "items": {"type": "string"}}
                  }
                }
              }
            }
          },
          "400": {"$ref": "#/components/responses/Problem"},
          "404": {"$ref": "#/components/responses/Problem"},
          "409": {"$ref": "#/components/responses/Problem"},
          "422": {"$ref": "#/components/responses/Problem"},
          "503": {"$ref": "#/components/responses/Problem"}
        }
      }
    },
    "/api/models:diff": {
      "get": {
        "operationId": "compare_models",
        "summary": "What two models, or the models of two environments, say differently",
        "parameters": [
          {"name": "left", "in": "query", "required": true, "schema": {"type": "string"}},
          {"name": "right", "in": "query", "required": true, "schema": {"type": "string"}}
        ],
        "responses": {
          "200": {
            "description": "For each pair the places that differ.",
            "content": {"application/json": {"schema": {"type": "object"}}}
          },
          "400": {"$ref": "#/components/responses/Problem"},
          "404": {"$ref": "#/components/responses/Problem"}
        }
      }
    },
    "/api/models:plan": {
      "post": {
        "operationId": "plan_model",
        "summary": "What a model file would change; nothing is changed",
        "parameters": [
          {"$ref": "#/components/parameters/file"},
          {"$ref": "#/components/parameters/param"}
        ],
        "requestBody": {"$ref": "#/components/requestBodies/ModelFile"},
        "responses": {
          "200": {"$ref": "#/components/responses/Plan"},
          "400": {"$ref": "#/components/responses/Problem"},
          "409": {"$ref": "#/components/responses/Problem"},
          "413": {"$ref": "#/components/responses/Problem"},
          "415": {"$ref": "#/components/responses/Problem"},
          "422": {"$ref": "#/components/responses/Problem"},
          "503": {"$ref": "#/components/responses/Problem"}
        }
      }
    },
    "/api/models:apply": {
      "post": {
        "operationId": "apply_model",
        "summary": "Makes tables, indexes and rules as a model file says; answers when it is done",
        "parameters": [
          {"$ref": "#/components/parameters/file"},
          {"$ref": "#/components/parameters/param"},
          {
            "name": "enforce",
            "in": "query",
            "description": "Rules hold at once, even if stored items break them.",
            "schema": {"enum": [0, 1]}
          },
          {
            "name": "load",
            "in": "query",
            "description": "Rules are only observed until the model is applied again.",
            "schema": {"enum": [0, 1]}
          },
          {
            "name": "allow_removals",
            "in": "query",
            "description": "Indexes and tables go that the model does not have any more.",
            "schema": {"enum": [0, 1]}
          },
          {
            "name": "detach",
            "in": "query",
            "description": "Tables that the model does not have any more stay, without rules.",
            "schema": {"enum": [0, 1]}
          },
          {
            "name": "force",
            "in": "query",
            "description": "A changed file is taken although its version has not gone up.",
            "schema": {"enum": [0, 1]}
          }
        ],
        "requestBody": {"$ref": "#/components/requestBodies/ModelFile"},
        "responses": {
          "200": {"$ref": "#/components/responses/Plan"},
          "400": {"$ref": "#/components/responses/Problem"},
          "409": {"$ref": "#/components/responses/Problem"},
          "413": {"$ref": "#/components/responses/Problem"},
          "415": {"$ref": "#/components/responses/Problem"},
          "422": {"$ref": "#/components/responses/Problem"},
          "503": {"$ref": "#/components/responses/Problem"}
        }
      }
    }
  },
  "components": {
    "parameters": {
      "file": {
        "name": "file",
        "in": "query",
        "description": "The name of the file in messages.",
        "schema": {"type": "string", "default": "model.yaml"}
      },
      "param": {
        "name": "param",
        "in": "query",
        "description": "param.NAME=VALUE for each param of the model.",
        "style": "form",
        "explode": true,
        "schema": {
          "type": "object",
          "propertyNames": {"pattern": "^param\\."},
          "additionalProperties": {"type": "string"}
        }
      }
    },
    "requestBodies": {
      "ModelFile": {
        "required": true,
        "content": {
          "application/yaml": {"schema": {"type": "string", "maxLength": 1000000}},
          "application/json": {"schema": {"type": "object"}}
        }
      }
    },
    "responses": {
      "Plan": {
        "description": "The difference, and of an applied model what was not done.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Plan"}}}
      },
      "Problem": {
        "description": "Why not (RFC 9457).",
        "content": {
          "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        }
      }
    },
    "schemas": {
      "Model": {
        "type": "object",
        "required": [
          "model",
          "name",
          "params",
          "version",
          "incarnation",
          "applied_at",
          "http_root",
          "tables",
          "entities",
          "patterns",
          "observed"
        ],
        "properties": {
          "model": {"type": "string"},
          "name": {"type": "string"},
          "environment": {"type": "string"},
          "main": {"type": "boolean"},
          "params": {"type": "object", "additionalProperties": {"type": "string"}},
          "version": {"type": "integer"},
          "incarnation": {"type": "integer"},
          "applied_at": {"type": "string", "format": "date-time"},
          "http_root": {"type": "string"},
          "tables": {"type": "array", "items": {"type": "string"}},
          "missing_tables": {"type": "array", "items": {"type": "string"}},
          "entities": {"type": "integer"},
          "patterns": {"type": "integer"},
          "observed": {"type": "array", "items": {"type": "string"}}
        }
      },
      "Overdue": {
        "type": "object",
        "required": [
          "table",
          "entity",
          "state",
          "timeout",
          "then",
          "items",
          "oldest",
          "walked_at"
        ],
        "properties": {
          "table": {"type": "string"},
          "entity": {"type": "string"},
          "state": {"type": "string"},
          "timeout": {"type": "string"},
          "then": {"enum": ["report", "count"]},
          "items": {"type": ["integer", "null"]},
          "oldest": {"type": ["string", "null"], "format": "date-time"},
          "walked_at": {"type": ["string", "null"], "format": "date-time"}
        }
      },
      "Step": {
        "type": "object",
        "properties": {
          "mark": {"enum": ["add", "change", "remove"]},
          "table": {"type": "string"},
          "what": {"type": "string"},
          "detail": {"type": "string"},
          "removes": {"type": "boolean"}
        }
      },
      "Plan": {
        "type": "object",
        "required": [
          "model",
          "version",
          "nothing_to_do",
          "obstacles",
          "steps",
          "rules",
          "stored_items",
          "observed"
        ],
        "properties": {
          "model": {"type": "string"},
          "version": {"type": "integer"},
          "former_version": {"type": "integer"},
          "nothing_to_do": {"type": "boolean"},
          "obstacles": {"type": "array", "items": {"type": "string"}},
          "steps": {"type": "array", "items": {"$ref": "#/components/schemas/Step"}},
          "rules": {"type": "array", "items": {"type": "object"}},
          "stored_items": {"type": "array", "items": {"type": "object"}},
          "observed": {"type": "array", "items": {"type": "string"}},
          "kept": {"type": "array", "items": {"$ref": "#/components/schemas/Step"}},
          "incarnation": {"type": "integer"}
        }
      },
      "Finding": {
        "type": "object",
        "required": ["code", "severity", "line", "column", "message", "fix"],
        "properties": {
          "code": {"type": "string"},
          "severity": {"enum": ["error", "warning", "info"]},
          "line": {"type": "integer"},
          "column": {"type": "integer"},
          "message": {"type": "string"},
          "fix": {"type": "string"}
        }
      },
      "Problem": {
        "type": "object",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
          "type": {"type": "string"},
          "title": {"type": "string"},
          "status": {"type": "integer"},
          "code": {"type": "string"},
          "detail": {"type": "string"},
          "findings": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}}
        }
      }
    }
  }
}
)";

}  // namespace

std::string_view models_openapi() { return kDocument; }

}  // namespace partita::server
