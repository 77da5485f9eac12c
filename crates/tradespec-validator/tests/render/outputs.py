"""Checks reports as other tools would read them: SARIF (*.sarif), JUnit (*.xml), GitLab Code Quality (*.json).

Usage: python3 outputs.py FILE...
Exit status: 0 if all is well, 1 if something is not, 2 for wrong usage. Needs Python's standard library only.
"""

import json
import sys
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree


class Fault(Exception):
    """Something that a reader would stumble over."""


def need(condition, what):
    if not condition:
        raise Fault(what)


def unique(fingerprints):
    seen = set()
    for fingerprint in fingerprints:
        need(isinstance(fingerprint, str) and fingerprint, "a fingerprint that is no text")
        need(fingerprint not in seen, f"two findings with the fingerprint {fingerprint}")
        seen.add(fingerprint)


def sarif(text):
    log = json.loads(text)
    need(log["version"] == "2.1.0", "not SARIF 2.1.0")
    need(len(log["runs"]) == 1, "not one run")
    run = log["runs"][0]
    driver = run["tool"]["driver"]
    need(driver["name"] == "tradespec" and driver["version"], "a tool without name or version")
    need(run["columnKind"] == "unicodeCodePoints", "columns that count something else")
    rules = driver["rules"]
    for rule in rules:
        need(rule["shortDescription"]["text"], f"rule {rule['id']} without description")
        need(rule["defaultConfiguration"]["level"] in ("error", "warning", "note"), f"level of rule {rule['id']}")
    for result in run["results"]:
        need(rules[result["ruleIndex"]]["id"] == result["ruleId"], f"index of rule {result['ruleId']}")
        need(result["level"] in ("error", "warning", "note"), f"level {result['level']}")
        need(result["message"]["text"], "a result without message")
        for location in result["locations"]:
            file = location["physicalLocation"]
            uri = file["artifactLocation"]["uri"]
            need(uri.isascii() and " " not in uri and "\\" not in uri, f"URI {uri}")
            need(unquote(uri, errors="strict"), "an empty URI")
            region_of_sarif(file.get("region"))
            for logical in location.get("logicalLocations", []):
                need(logical["fullyQualifiedName"].startswith("/"), "a place that is no JSON pointer")
    unique(result["partialFingerprints"]["tradespec/v1"] for result in run["results"])


def region_of_sarif(region):
    if region is None:
        return
    line, column = region["startLine"], region.get("startColumn", 1)
    end = (region.get("endLine", line), region.get("endColumn", column))
    need(line >= 1 and column >= 1, f"line {line}, column {column}")
    need(end >= (line, column), f"an end before its start in line {line}")
    need(region.get("byteOffset", 0) >= 0 and region.get("byteLength", 0) >= 0, "a negative number of bytes")


def junit(text):
    root = ElementTree.fromstring(text)
    need(root.tag == "testsuites", f"<{root.tag}> instead of <testsuites>")
    counted(root, list(root.iter("testcase")))
    for suite in root:
        need(suite.tag == "testsuite" and suite.get("name"), f"<{suite.tag}> without name")
        counted(suite, suite.findall("testcase"))
        for case in suite.findall("testcase"):
            need(case.get("name"), "a test case without name")
            for fault in case.findall("failure") + case.findall("error"):
                need(fault.get("type") and fault.get("message") and fault.text, "a failure that does not say why")


def counted(element, cases):
    having = lambda tag: sum(case.find(tag) is not None for case in cases)
    counts = {"tests": len(cases), "failures": having("failure"), "errors": having("error")}
    for name, count in counts.items():
        need(element.get(name) == str(count), f"{name}=\"{element.get(name)}\" where there are {count}")
    for name in ("time", "timestamp"):
        need(element.get(name) is None, f"a {name}, which differs from run to run")


def gitlab(text):
    findings = json.loads(text)
    need(isinstance(findings, list), "not a list")
    for finding in findings:
        need(finding["description"] and finding["check_name"], "a finding without description or check")
        severity = finding["severity"]
        need(severity in ("info", "minor", "major", "critical", "blocker"), f"severity {severity}")
        location = finding["location"]
        need(location["path"] and not location["path"].startswith("./"), f"path {location['path']!r}")
        begin, end = location["lines"]["begin"], location["lines"]["end"]
        need(1 <= begin <= end, f"lines {begin} to {end}")
    unique(finding["fingerprint"] for finding in findings)


READERS = {".sarif": sarif, ".xml": junit, ".json": gitlab}


def main(files):
    unknown = [file for file in files if Path(file).suffix not in READERS]
    if unknown or not files:
        print(f"{__doc__}\nnot a report: {', '.join(unknown)}" if unknown else __doc__, file=sys.stderr)
        return 2
    faults = 0
    for file in files:
        try:
            READERS[Path(file).suffix](Path(file).read_text(encoding="utf-8"))
        except (Fault, KeyError, IndexError, TypeError, AttributeError, ValueError, ElementTree.ParseError) as fault:
            faults += 1
            print(f"{file}: {type(fault).__name__}: {fault}", file=sys.stderr)
    print(f"{len(files)} reports, {faults} with faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
