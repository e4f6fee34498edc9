import { messageOf } from "../../../src-shared/basics/index.ts";
import { notifyError } from "../../app/index.ts";
import { translate } from "../../components/index.ts";

/** Reports that a worker failed, and why. */
export const notifyFailure = (error: unknown) =>
  notifyError(translate("problems.failed"), { message: messageOf(error) });
