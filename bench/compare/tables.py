"""The answers, as Markdown: what the bars say, then all that was measured."""

import statistics

import bars

_FIGURES = {bars.RATE: "{:,.0f}/s", bars.ITEMS: "{:,.0f} items/s", bars.MEDIAN: "{:,.0f} µs"}


def judge(results, options):
    """One row for each bar that was asked for; one that could not be measured is missed."""
    rows = []
    for bar in bars.BARS:
        if bar.workload not in options.only or not {bars.OURS, bar.other} <= set(options.servers):
            continue
        ratios = results.ratios(bar.workload, bar.figure, bars.OURS, bar.other)
        ratio = statistics.median(ratios) if ratios else None
        rows.append({
            "workload": bar.workload, "figure": bar.figure, "other": bar.other,
            "ours": _median(results.of(bar.workload, bars.OURS), bar.figure),
            "theirs": _median(results.of(bar.workload, bar.other), bar.figure),
            "ratio": ratio, "ratios": ratios, "bar": bar.text(),
            "is_met": ratio is not None and bar.holds(ratio)})
    return rows


def bar_table(rows):
    lines = ["| question | partita | other | ratio (range) | bar | |",
             "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        form = _FIGURES[row["figure"]]
        other = f"{row['other']} {_cell(form, row['theirs'])}"
        lines.append(f"| {_text_of(row['workload'])} | {_cell(form, row['ours'])} | {other} | "
                     f"{_range(row)} | {row['bar']} | {_verdict(row)} |")
    return "\n".join(lines)


def life_table(checks):
    lines = ["| question | partita | bar | |", "| --- | --- | --- | --- |"]
    for check in checks:
        digits = 2 if check["unit"] == "times" else 1
        lines.append(f"| {check['question']} | {check['value']:,.{digits}f} {check['unit']} | "
                     f"at most {check['bound']:,.{digits}f} | {_verdict(check)} |")
    return "\n".join(lines)


def figure_table(results, only, servers):
    """Rates, latencies and costs of everybody: medians over the rounds."""
    lines = ["| workload | server | operations/s | p50 µs | p99 µs | server CPU µs/operation | "
             "server MB | generator busy |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for workload in (bars.LOAD, *bars.WORKLOADS):
        for name in servers:
            rounds = results.of(workload.name, name)
            if workload.name not in only or not rounds:
                continue
            cells = [_cell(form, _median(rounds, figure), scale) for figure, form, scale in (
                (bars.RATE, "{:,.0f}", 1), (bars.MEDIAN, "{:,.0f}", 1), ("p99_us", "{:,.0f}", 1),
                ("server_cpu_us_per_operation", "{:,.1f}", 1),
                ("server_rss_bytes", "{:,.0f}", 2**-20), ("client_cpu_share", "{:.0%}", 1))]
            lines.append(f"| {workload.text} | {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _text_of(name):
    return next(w.text for w in (bars.LOAD, *bars.WORKLOADS) if w.name == name)


def _median(rounds, figure):
    values = [report[figure] for report in rounds if figure in report]
    return statistics.median(values) if values else None


def _cell(form, value, scale=1):
    return "-" if value is None else form.format(value * scale)


def _range(row):
    if row["ratio"] is None:
        return "not measured"
    return f"{row['ratio']:.2f} ({min(row['ratios']):.2f}-{max(row['ratios']):.2f})"


def _verdict(row):
    return "met" if row["is_met"] else "**missed**"
