import type { ContractText } from "./layout.ts";

export const purchaseOrder: ContractText = {
  title: "Purchase Order 4500-1187",
  subtitle: "Laine Mekaniska Oy to Nordlift Systems AB",
  reference: "Order 4500-1187",
  blocks: [
    {
      table: [
        ["Goods", "Overhead hoist system NL-320, 3.2 t, span 14 m"],
        ["Quantity", "2 systems, with rails, controls and spare parts for one year"],
        ["Price", "EUR 68,400, VAT not included"],
        ["Delivery", "Hall 2, Tampere, at the latest on 15 June 2026, Incoterms DAP"],
        ["Cost centre", "4410 Assembly"],
        ["Payment", "30 days net from acceptance"],
      ],
    },
    { heading: "Delivery and acceptance" },
    { clause: "The vendor installs both systems and trains four operators on site." },
    { clause: "Acceptance takes place after a load test at 125 % of the rated load, recorded by both parties." },
    { clause: "For each full week of delay, 1 % of the price is deducted, 8 % at most." },
    { heading: "Warranty" },
    { clause: "The warranty period is 24 months from acceptance. Faults are attended to within two working days." },
    { heading: "Approval" },
    { text: "Orders above EUR 50,000 need the approval of the budget owner and of finance before they are released." },
    { signatures: [{ for: "Laine Mekaniska Oy", name: "Johan Frid", role: "Buyer" }] },
  ],
};
