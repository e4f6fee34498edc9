import { Bell, CornerUpRight, Eye, EyeOff, type LucideIcon, MailCheck, Webhook } from "lucide-react";
import type { CardNote } from "../../../src-shared/drawing/index.ts";

/** Icons of a stage's actions. */
export const NOTE_ICONS: Readonly<Record<CardNote["kind"], LucideIcon>> = {
  notify: Bell,
  confirmation: MailCheck,
  callback: Webhook,
  "allow-viewing": Eye,
  "deny-viewing": EyeOff,
  redirect: CornerUpRight,
};
