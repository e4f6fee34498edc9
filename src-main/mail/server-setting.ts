import { type MailServer, mailServer } from "../../src-shared/mail/index.ts";
import { settingKey } from "../engine/index.ts";
import type { StoreReads } from "../store/index.ts";
import { jsonSetting } from "../workspace/index.ts";

/** Where e-mail is delivered to as well; null, as a workspace begins: nowhere. @throws DamagedRowError */
export function storedMailServer(settings: StoreReads["settings"]): MailServer | null {
  return jsonSetting(settings, settingKey.mailServer, mailServer, null);
}
