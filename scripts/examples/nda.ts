import type { ContractText } from "./layout.ts";

export const nda: ContractText = {
  title: "Mutual Non-Disclosure Agreement",
  subtitle: "Between Norrsken Instruments AB and Halvorsen & Lind ApS",
  reference: "NDA 2026-014",
  blocks: [
    {
      text: "This agreement is made between Norrsken Instruments AB, company number 559012-3456, Storgatan 12, Umeå, Sweden (“Norrsken”), and Halvorsen & Lind ApS, company number 39 01 22 45, Nyhavn 8, Copenhagen, Denmark (“Halvorsen”). Each is called a “party”, and together they are called the “parties”.",
    },
    {
      text: "The parties wish to talk about a joint development of low-temperature pressure sensors (the “Purpose”). In those talks each party may disclose information that it would not make public. They therefore agree as follows.",
    },
    { heading: "What is confidential" },
    {
      clause:
        "“Confidential Information” means everything that one party (the “Discloser”) makes known to the other (the “Recipient”) for the Purpose, in any form and whether or not it is marked as confidential, if a reasonable person would understand it to be confidential from its nature or from the circumstances.",
    },
    { clause: "In particular, the following is Confidential Information:" },
    { item: "drawings, specifications, measurements, source code and samples;" },
    { item: "prices, costs, customers, suppliers, forecasts and plans; and" },
    { item: "the fact that the parties are talking, and what they are talking about." },
    { clause: "Information is not confidential to the extent that the Recipient can show that it" },
    { item: "was public when it was disclosed, or became public later without a breach of this agreement;" },
    {
      item: "was already lawfully known to the Recipient, or was received from a third party that was free to disclose it; or",
    },
    { item: "was developed by the Recipient without use of anything that the Discloser had disclosed." },
    { heading: "What the Recipient undertakes" },
    { clause: "The Recipient shall use Confidential Information for the Purpose only." },
    {
      clause:
        "The Recipient shall keep Confidential Information secret, and shall protect it with the care that it takes of its own information of the same kind, and never with less than reasonable care.",
    },
    {
      clause:
        "The Recipient may pass Confidential Information to those of its employees, advisers and group companies who need it for the Purpose and who are bound to secrecy at least as strictly as this agreement requires. The Recipient answers for what they do as for its own acts.",
    },
    {
      clause:
        "The Recipient shall not take apart, analyse or have analysed any sample or software that it has received, unless the Discloser has agreed to this in writing.",
    },
    { heading: "Disclosure required by law" },
    {
      clause:
        "If a law, a court or an authority requires the Recipient to disclose Confidential Information, the Recipient may do so to the extent required. It shall tell the Discloser beforehand where it is allowed to, so that the Discloser can object, and shall ask that the information be treated as confidential.",
    },
    { heading: "Return and destruction" },
    {
      clause:
        "At the Discloser's written request the Recipient shall, within thirty days, return or destroy all Confidential Information that it holds, and confirm in writing that it has done so.",
    },
    {
      clause:
        "The Recipient may keep one copy for as long as a law requires it, and is not obliged to search routine back-ups that are overwritten in the ordinary course. Whatever is kept remains subject to this agreement.",
    },
    { heading: "No rights granted" },
    {
      clause:
        "Confidential Information remains the property of the Discloser. Nothing in this agreement grants a licence or any other right to it, nor to any patent, design, trade mark or copyright.",
    },
    {
      clause:
        "Neither party is obliged to disclose anything, to continue the talks, or to enter into any further agreement. Information is provided as it is, without any warranty that it is complete or correct.",
    },
    { heading: "Personal data" },
    {
      clause:
        "Where Confidential Information contains personal data, each party processes it as a controller of its own and in accordance with Regulation (EU) 2016/679. The parties shall not exchange more personal data than the Purpose needs.",
    },
    { heading: "Term" },
    {
      clause:
        "This agreement applies from the date of the last signature and for two years. The duties of secrecy apply to each piece of Confidential Information for five years from its disclosure; for trade secrets they apply for as long as the information remains a trade secret.",
    },
    { heading: "Breach" },
    {
      clause:
        "The parties acknowledge that damages alone may be no sufficient remedy for a breach. The Discloser may therefore ask a court for an injunction, without prejudice to its other rights.",
    },
    { clause: "A party that learns of a breach shall tell the other without delay and help to limit its effects." },
    { heading: "General" },
    {
      clause:
        "This is the entire agreement between the parties on its subject. It may be changed in writing only, and may not be assigned without the other party's consent. If a provision is invalid, the others remain in force.",
    },
    {
      clause:
        "This agreement is governed by Swedish law. Disputes shall be finally settled by the District Court of Stockholm as the court of first instance.",
    },
    { clause: "This agreement is signed electronically. Each party receives a sealed copy." },
    {
      signatures: [
        { for: "Norrsken Instruments AB", name: "Åsa Öberg", role: "Managing Director" },
        { for: "Halvorsen & Lind ApS", name: "Łukasz Lind", role: "Partner" },
      ],
    },
  ],
};
