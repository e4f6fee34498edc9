import "../../src-renderer/components/styles/tokens.css";
import "../../src-renderer/components/styles/base.css";
