import { Bell, CornerUpRight, Eye, EyeOff, type LucideIcon, MailCheck, Webhook } from "lucide-react";
import type { CardNote } from "../../../src-shared/drawing/index.ts";

/** What a stage sends or does, by sign. */
export const NOTE_ICONS: Readonly<Record<CardNote["kind"], LucideIcon>> = {
  notify: Bell,
  confirmation: MailCheck,
  callback: Webhook,
  "allow-viewing": Eye,
  "deny-viewing": EyeOff,
  redirect: CornerUpRight,
};
