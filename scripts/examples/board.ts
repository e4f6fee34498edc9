import type { ContractText } from "./layout.ts";

export const board: ContractText = {
  title: "Resolution of the Board of Directors",
  subtitle: "Kivi Maritime Oy – resolution without a meeting, 2026/03",
  reference: "Kivi Maritime Oy, board resolution 2026/03",
  blocks: [
    {
      text: "The board of directors of Kivi Maritime Oy, business ID 2874561-3 (the “Company”), has decided the following matters without convening a meeting, as chapter 6, section 3 of the Finnish Limited Liability Companies Act and section 7 of the Company's articles of association allow. The material named in the annex was sent to all directors on 2 February 2026.",
    },
    {
      table: [
        ["Directors", "Elina Koskinen (chair), Jonas Berg, Aino Virtanen"],
        ["Quorum", "Two of three directors"],
        ["Review", "One of the Company's two legal reviewers: Petra Nyman or Samuel Ek"],
        ["Decision by", "28 February 2026"],
      ],
    },
    { heading: "Conflicts of interest" },
    {
      clause:
        "Each director has stated that he or she has no interest in the matters below that could conflict with that of the Company.",
    },
    { heading: "Purchase of the ferry M/S Saimaa" },
    {
      clause:
        "The board has considered the memorandum of agreement with Lahti Shipping Ab for the purchase of the electric ferry M/S Saimaa, IMO 9987654, at a price of EUR 6,400,000, payable in three instalments.",
    },
    {
      clause:
        "The board noted the survey by the classification society of 14 January 2026, which found no condition of class, and the valuation by an independent broker, which lies between EUR 6,200,000 and EUR 6,700,000.",
    },
    { clause: "The board RESOLVED to approve the purchase on the terms of the memorandum of agreement, provided that" },
    { item: "the vessel is delivered free of encumbrances not later than 30 April 2026;" },
    { item: "the battery capacity at delivery is at least 92 % of the nominal one, measured by the yard; and" },
    { item: "the financing of section 3 has been granted in writing." },
    { heading: "Financing" },
    {
      clause:
        "The board RESOLVED to accept the offer of Pohjola Merirahoitus Oyj for a ship mortgage loan of EUR 4,200,000 with a term of ten years, an interest of six-month Euribor plus 1.85 percentage points, and a first-ranking mortgage on the vessel.",
    },
    {
      clause:
        "The remaining part of the price is paid from the Company's own funds. The board has satisfied itself that the Company's liquidity stays above the minimum of the treasury policy in all scenarios of the annex.",
    },
    { heading: "Crew and operation" },
    {
      clause:
        "The board RESOLVED to instruct the managing director to recruit or transfer a crew of eleven, to have the safety management system extended to the vessel, and to report to the board on both by 31 March 2026.",
    },
    {
      clause:
        "The vessel shall enter service on the line Lappeenranta–Savonlinna at the beginning of the season, 15 May 2026.",
    },
    { heading: "Sustainability" },
    {
      clause:
        "The board noted that the purchase replaces a diesel vessel and lowers the yearly emissions of the fleet by an estimated 1,150 tonnes of carbon dioxide. The figures shall be verified and included in the report for 2026.",
    },
    { heading: "Authorisations" },
    {
      clause:
        "The board RESOLVED to authorise the managing director and the chair of the board, each alone, to sign the memorandum of agreement, the loan agreement, the mortgage deed and all other documents needed to carry out this resolution.",
    },
    {
      clause: "The authorisation is valid until 30 June 2026 and covers changes that are not material to the Company.",
    },
    { heading: "Record" },
    {
      clause:
        "This resolution takes effect when two directors have signed it and one legal reviewer has approved it. It is numbered, kept with the minutes of the board, and reported at the next meeting.",
    },
    {
      clause:
        "A director who disagrees may have his or her opinion entered in the record by rejecting this document with a message.",
    },
    {
      text: "Annex: memorandum of agreement (draft of 29 January 2026), survey report, valuation, loan offer, liquidity scenarios, memorandum of the managing director.",
    },
    {
      signatures: [
        { for: "Director", name: "Elina Koskinen", role: "Chair of the Board" },
        { for: "Director", name: "Jonas Berg", role: "Member of the Board" },
        { for: "Director", name: "Aino Virtanen", role: "Member of the Board" },
      ],
    },
  ],
};
