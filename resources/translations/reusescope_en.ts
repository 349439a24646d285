<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en_GB">
<context>
    <name>ConnectionFacts</name>
    <message numerus="yes">
        <source>%1 streams above it were sent again elsewhere</source>
        <translation>
            <numerusform>%1 stream above it was sent again elsewhere</numerusform>
            <numerusform>%1 streams above it were sent again elsewhere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 above it failed</source>
        <translation>
            <numerusform>%1 above it failed</numerusform>
            <numerusform>%1 above it failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 below finished</source>
        <translation>
            <numerusform>%1 below finished</numerusform>
            <numerusform>%1 below finished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 below failed</source>
        <translation>
            <numerusform>%1 below failed</numerusform>
            <numerusform>%1 below failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 frames came for streams that were over, and were ignored.</source>
        <translation>
            <numerusform>%1 frame came for a stream that was over, and was ignored.</numerusform>
            <numerusform>%1 frames came for streams that were over, and were ignored.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Explain</name>
    <message numerus="yes">
        <source>%1 polls</source>
        <translation>
            <numerusform>%1 poll</numerusform>
            <numerusform>%1 polls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 frames</source>
        <translation>
            <numerusform>%1 frame</numerusform>
            <numerusform>%1 frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message numerus="yes">
        <source>%1 streams</source>
        <translation>
            <numerusform>%1 stream</numerusform>
            <numerusform>%1 streams</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 addresses</source>
        <translation>
            <numerusform>%1 address</numerusform>
            <numerusform>%1 addresses</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::FrontierPage</name>
    <message numerus="yes">
        <source> trials</source>
        <translation>
            <numerusform> trial</numerusform>
            <numerusform> trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trials, %3 left</source>
        <translation>
            <numerusform>%1 of %2 trial, %3 left</numerusform>
            <numerusform>%1 of %2 trials, %3 left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trials</source>
        <translation>
            <numerusform>%1 trial</numerusform>
            <numerusform>%1 trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trials; %2 were wanted</source>
        <translation>
            <numerusform>%1 trial; %2 were wanted</numerusform>
            <numerusform>%1 trials; %2 were wanted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::IdlePage</name>
    <message numerus="yes">
        <source>%1: %2 gaps</source>
        <translation>
            <numerusform>%1: %2 gap</numerusform>
            <numerusform>%1: %2 gaps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::IdleText</name>
    <message numerus="yes">
        <source>between %1 and %2 ms, %3 connections</source>
        <translation>
            <numerusform>between %1 and %2 ms, %3 connection</numerusform>
            <numerusform>between %1 and %2 ms, %3 connections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::LessonList</name>
    <message numerus="yes">
        <source>cannot be used: %1 mistakes</source>
        <translation>
            <numerusform>cannot be used: %1 mistake</numerusform>
            <numerusform>cannot be used: %1 mistakes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::LoopPage</name>
    <message numerus="yes">
        <source>%1 steps/s</source>
        <translation>
            <numerusform>%1 step/s</numerusform>
            <numerusform>%1 steps/s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 mistakes</source>
        <translation>
            <numerusform>%1 mistake</numerusform>
            <numerusform>%1 mistakes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The order is the same in both models: %1 words.</source>
        <translation>
            <numerusform>The order is the same in both models: %1 word.</numerusform>
            <numerusform>The order is the same in both models: %1 words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No difference so far: %1 words agree.</source>
        <translation>
            <numerusform>No difference so far: %1 word agrees.</numerusform>
            <numerusform>No difference so far: %1 words agree.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::LoopPane</name>
    <message numerus="yes">
        <source>%1 earlier lines are not shown</source>
        <translation>
            <numerusform>%1 earlier line is not shown</numerusform>
            <numerusform>%1 earlier lines are not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::MainWindow</name>
    <message numerus="yes">
        <source>%1 requests</source>
        <translation>
            <numerusform>%1 request</numerusform>
            <numerusform>%1 requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 rows.</source>
        <translation>
            <numerusform>Copied %1 row.</numerusform>
            <numerusform>Copied %1 rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied the first %1 rows; export as CSV to have all of them.</source>
        <translation>
            <numerusform>Copied the first %1 row; export as CSV to have all of them.</numerusform>
            <numerusform>Copied the first %1 rows; export as CSV to have all of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events dropped</source>
        <translation>
            <numerusform>%1 event dropped</numerusform>
            <numerusform>%1 events dropped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 instrument wake-ups</source>
        <translation>
            <numerusform>%1 instrument wake-up</numerusform>
            <numerusform>%1 instrument wake-ups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::TimelineView</name>
    <message numerus="yes">
        <source>%1 connections</source>
        <translation>
            <numerusform>%1 connection</numerusform>
            <numerusform>%1 connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 requests</source>
        <translation>
            <numerusform>%1 request</numerusform>
            <numerusform>%1 requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>reusescope::VariantCard</name>
    <message numerus="yes">
        <source>; %1 stalls; polls before write: %2; %3</source>
        <translation>
            <numerusform>; %1 stall; polls before write: %2; %3</numerusform>
            <numerusform>; %1 stalls; polls before write: %2; %3</numerusform>
        </translation>
    </message>
</context>
</TS>
