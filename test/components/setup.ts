import "../../src-renderer/components/styles/tokens.css";
import "../../src-renderer/components/styles/base.css";
import "../../src-renderer/components/styles/parts.css";
import "../../src-renderer/components/styles/tables.css";
import "../../src-renderer/components/styles/floating.css";
