import type { ContractText, Signatory } from "./layout.ts";

const supplier: Signatory = { for: "Fjord Components AS", name: "Ingvild Berge", role: "Chief Executive Officer" };
const purchasing: Signatory = { for: "Havn Maskin AS", name: "Nora Aas", role: "Head of purchasing" };

export const frameworkAgreement: ContractText = {
  title: "Framework Purchase Agreement",
  subtitle: "Between Havn Maskin AS and Fjord Components AS",
  reference: "FA 2026-041",
  blocks: [
    {
      text: "This agreement applies to every order that Havn Maskin AS (the “Buyer”) places with Fjord Components AS (the “Supplier”) during its term.",
    },
    { heading: "Orders and prices" },
    { clause: "Orders are placed in writing and confirmed within two working days." },
    { clause: "Prices follow the list in force, and are fixed for twelve months. Payment is 45 days net." },
    { heading: "Quality and delivery" },
    { clause: "The Supplier delivers with a certificate of conformity, and keeps records for ten years." },
    { clause: "A delivery later than five working days entitles the Buyer to cancel the order." },
    { heading: "Liability and term" },
    { clause: "Each party's liability is limited to NOK 5,000,000 a year, except for intent and gross negligence." },
    { clause: "The agreement runs for two years from its last signature. Norwegian law applies." },
    { signatures: [supplier, purchasing] },
  ],
};

export const codeOfConduct: ContractText = {
  title: "Supplier Code of Conduct",
  subtitle: "Havn Maskin AS",
  reference: "Code of conduct, edition 5",
  blocks: [
    { text: "The Supplier confirms that it keeps to the following, and asks the same of its own suppliers." },
    { heading: "People" },
    { item: "No child labour, no forced labour, and freedom of association." },
    { item: "Written contracts, lawful working hours and a safe workplace." },
    { heading: "Business" },
    { item: "No bribes, no gifts of value, and no business with sanctioned parties." },
    { item: "Conflicts of interest are reported without delay." },
    { heading: "Environment" },
    { item: "Permits are in place, and emissions and waste are measured and reduced." },
    { signatures: [supplier] },
  ],
};

export const bankDetails: ContractText = {
  title: "Bank Details",
  subtitle: "For payments to Fjord Components AS",
  reference: "Supplier 20418, bank details",
  blocks: [
    {
      table: [
        ["Account holder", "Fjord Components AS, organisation number 914 778 271"],
        ["IBAN", "NO93 8601 1117 947"],
        ["Bank", "Vestlandsbanken, Bergen"],
        ["Contact", "Accounts receivable, fjord.finance@example.test"],
      ],
    },
    { clause: "Changes are valid only after they have been signed anew and confirmed by telephone." },
    { signatures: [supplier] },
  ],
};
